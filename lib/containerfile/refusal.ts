import { PaddockError } from "../errors.ts";
import type { TextPosition } from "./text-range.ts";

/** The error for a Containerfile that the builder refuses, or that we do not read for certain: what, at which line and column. */
export function refusal(what: string, at: TextPosition, fix: string): PaddockError {
  return new PaddockError(
    "containerfile-invalid",
    `${what} at line ${String(at.line)}, column ${String(at.column)}`,
    { fix, at },
  );
}

/** The error for a `--target` that is no stage of the file. */
export function unknownTarget(stages: readonly string[]): PaddockError {
  return new PaddockError("containerfile-invalid", "the target is no stage of the Containerfile", {
    fix: `Name one of: ${stages.join(", ")}.`,
  });
}

import type { TextRange } from "../../containerfile/text-range.ts";

/** One agent's pair of `ARG <NAME>_VER` and `ARG <NAME>_HASH`, as it stands in a Containerfile. */
export interface Pin {
  /** The ARGs' prefix in lower case, with dashes: OPENCODE_AI_VER is of `opencode-ai`. */
  readonly agent: string;
  /** The npm package: `depName` of the comment above the pair. */
  readonly package: string;
  /** An exact version. */
  readonly version: string;
  /** The sha512 of the package's tarball: 128 hex digits, as written. */
  readonly hash: string;
  /** The version without quotes; spans lines where a continuation splits it. */
  readonly versionRange: TextRange;
  /** The hash without quotes. */
  readonly hashRange: TextRange;
  /** The line of the `_VER` declaration, counted from 1. */
  readonly line: number;
}

/** Whether a text is a sha512 in hex: 64 bytes, nothing less. */
export function isSha512Hex(text: string): boolean {
  return /^[\da-f]{128}$/iu.test(text);
}

/** Whether a text is one exact version by the rules of semver, without blanks or a leading `v`. */
export function isExactVersion(text: string): boolean {
  return /^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}(?:-[\da-z-]+(?:\.[\da-z-]+)*)?(?:\+[\da-z.-]+)?$/iu.test(
    text,
  );
}

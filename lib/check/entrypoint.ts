import type { OtherInstruction } from "../containerfile/containerfile.ts";
import { imageInstructions, type Reading } from "./reading.ts";
import type { Entrypoint } from "./subject.ts";

/** The entrypoint of the image: that of the Containerfile, else the inherited one. */
export function entrypointOf(reading: Reading): Entrypoint | undefined {
  const instructions = imageInstructions(reading).filter(
    (instruction) => instruction.kind === "other",
  );
  const last = instructions.findLast(({ keyword }) => keyword === "ENTRYPOINT");
  if (last === undefined) return reading.subject.base.entrypoint;
  if (last.json === undefined) return { words: [last.rest.text], script: last.rest.text };
  const [program = ""] = last.json;
  return { words: last.json, script: scriptAt(reading, instructions, program) };
}

/** The text of the file that is copied to a path of the image. */
function scriptAt(
  { subject }: Reading,
  instructions: readonly OtherInstruction[],
  path: string,
): string | undefined {
  const copies = instructions.filter(
    ({ keyword, flags }) =>
      (keyword === "COPY" || keyword === "ADD") &&
      !flags.some(({ text }) => text.startsWith("--from=")),
  );
  for (const { json, words } of copies.toReversed()) {
    const all = json ?? words.map(({ text }) => text);
    const destination = all.at(-1) ?? "";
    const source = all
      .slice(0, -1)
      .find(
        (name) => (destination.endsWith("/") ? destination + baseName(name) : destination) === path,
      );
    if (source !== undefined) return subject.readContext(source);
  }
  return undefined;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

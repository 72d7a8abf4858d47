import { DockerfileParser } from "dockerfile-ast";
import type { Containerfile, Instruction } from "../containerfile.ts";
import { refusal } from "../refusal.ts";
import { rangeFinder } from "../text-range.ts";

/**
 * Refuses a file in which dockerfile-ast finds other instructions than we do: where two readers
 * disagree about where an instruction begins, a reviewer's editor may show another file than the one that is built.
 */
export function checkSecondReading(containerfile: Containerfile): void {
  const { text } = containerfile;
  const instructions = instructionsOf(containerfile);
  const rangeOf = rangeFinder(text);
  const others = DockerfileParser.parse(text).getInstructions();
  const starts = lineStarts(text);
  const count = Math.max(others.length, instructions.length);
  for (let index = 0; index < count; index += 1) {
    const ours = instructions[index];
    const other = others[index];
    const position = other?.getRange().start;
    const offset =
      position === undefined ? undefined : (starts[position.line] ?? 0) + position.character;
    const isSame = offset === ours?.range.startOffset && other?.getKeyword() === ours?.keyword;
    if (!isSame) {
      const at = Math.min(offset ?? text.length, ours?.range.startOffset ?? text.length);
      const fix =
        "Write the instructions around it plainly: one a line, ASCII blanks, no continuation in a keyword's middle.";
      throw refusal(
        "an instruction that two readers find in different places",
        rangeOf(at, at).start,
        fix,
      );
    }
  }
}

function instructionsOf({ globals, stages }: Containerfile): readonly Instruction[] {
  return [...globals, ...stages.flatMap((stage) => [stage.from, ...stage.instructions])];
}

/** dockerfile-ast counts its columns from the byte order mark on. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

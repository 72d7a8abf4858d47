import type {
  ArgumentInstruction,
  Containerfile,
  FromInstruction,
  Instruction,
  Stage,
} from "./containerfile.ts";
import { checkSlice } from "./evaluation/words/expand-slice.ts";
import { escapeCharacter } from "./grammar/directive.ts";
import { readInstruction } from "./grammar/instruction.ts";
import { logicalLines } from "./grammar/logical-lines.ts";
import { refusal } from "./refusal.ts";
import { rangeFinder, type RangeFinder } from "./text-range.ts";

interface GrowingStage {
  readonly from: FromInstruction;
  readonly instructions: Instruction[];
}

/**
 * Reads a Containerfile by our own reader alone: what `parseContainerfile` does but for its second reading, for a file
 * that has passed that before.
 */
export function readContainerfile(text: string): Containerfile {
  const rangeOf = rangeFinder(text);
  checkCharacters(text, rangeOf);
  const escape = escapeCharacter(text, rangeOf);
  const globals: ArgumentInstruction[] = [];
  const growing: GrowingStage[] = [];
  for (const line of logicalLines(text, escape, rangeOf)) {
    const instruction = readInstruction(
      line,
      escape,
      growing.length === 0 ? undefined : growing.length - 1,
    );
    checkWords(instruction);
    const stage = growing.at(-1);
    if (instruction.kind === "from") growing.push({ from: instruction, instructions: [] });
    else if (stage !== undefined) stage.instructions.push(instruction);
    else if (instruction.kind === "argument") globals.push(instruction);
    else {
      const fix = "Only ARG may stand before the first FROM.";
      throw refusal(`${instruction.keyword} before the first FROM`, instruction.range.start, fix);
    }
  }
  return assembled(text, globals, growing, rangeOf);
}

function assembled(
  text: string,
  globals: readonly ArgumentInstruction[],
  growing: readonly GrowingStage[],
  rangeOf: RangeFinder,
): Containerfile {
  const [first, ...others] = growing.map(({ from, instructions }, index): Stage => ({
    index,
    name: from.name,
    from,
    instructions,
  }));
  if (first === undefined) {
    throw refusal("no FROM", rangeOf(text.length, text.length).start, "Begin with FROM image.");
  }
  const stages = [first, ...others] as const;
  const inStages = stages.flatMap(({ instructions }) => instructions);
  return {
    text,
    stages,
    globals,
    arguments: [...globals, ...inStages].flatMap((instruction) =>
      instruction.kind === "argument" ? instruction.declarations : [],
    ),
    labels: stages.flatMap(({ index, instructions }) =>
      instructions.flatMap((instruction) =>
        instruction.kind === "label"
          ? instruction.properties.map((property) => ({ ...property, stage: index }))
          : [],
      ),
    ),
  };
}

/** An open quote or `${` is refused wherever it stands, also in a stage that a build would skip. */
function checkWords(instruction: Instruction): void {
  switch (instruction.kind) {
    case "label":
    case "environment":
      for (const { key, value } of instruction.properties) [key, value].forEach(checkSlice);
      break;
    case "argument":
      for (const { word } of instruction.declarations) checkSlice(word);
      break;
    case "from":
      checkSlice(instruction.image);
      break;
    case "onbuild":
      checkWords(instruction.trigger);
      break;
    case "other":
      break;
  }
}

/** Characters that end a line for one reader and not for another, or that Go's scanner changes or drops. */
function checkCharacters(text: string, rangeOf: RangeFinder): void {
  const lonely = /\r(?!\n)/u.exec(text);
  if (lonely !== null) {
    const isWhole = !text.includes("\n");
    const what = isWhole ? "file uses CR line ends" : "a CR that is not part of a line end";
    throw refusal(
      what,
      rangeOf(lonely.index, lonely.index).start,
      "End every line with LF or CR LF.",
    );
  }
  const odd = /[\0\uFFFD]|(?<!^)\uFEFF|\p{Cs}/u.exec(text);
  if (odd !== null) {
    const fix = "Remove it; the file must be UTF-8 text.";
    throw refusal("a character that is not text", rangeOf(odd.index, odd.index).start, fix);
  }
}

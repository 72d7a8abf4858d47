import type { Instruction, OtherInstruction } from "../../../containerfile/containerfile.ts";
import { finder, type CheckFinding, type RuleTable } from "../../finding.ts";
import { imageInstructions, type Reading } from "../../reading.ts";
import type { Subject } from "../../subject.ts";

const OWN = {
  "krun-vm-json": {
    severity: "error",
    why: "/.krun_vm.json in an image sets what no annotation sets, the machine's kernel included.",
    fix: "Leave the file out; set the machine's size with the annotations of the run label.",
  },
} as const satisfies RuleTable;

/** Files of an image that change the machine it runs in. */
export const MACHINE_FILE_RULES: RuleTable = OWN;

const found = finder(OWN);

/** Instructions that would put such a file into the image. */
export function checkMachineFile(reading: Reading): CheckFinding[] {
  return imageInstructions(reading).flatMap((instruction) =>
    checkInstruction(reading, instruction),
  );
}

function checkInstruction({ part, subject }: Reading, instruction: Instruction): CheckFinding[] {
  if (instruction.kind !== "other" || !["ADD", "COPY", "RUN"].includes(instruction.keyword)) {
    return [];
  }
  const { rest, keyword, range } = instruction;
  const name = ".krun_vm.json";
  const at = rest.text.indexOf(name);
  const message = `${keyword} names ${name}, which would set the machine's kernel.`;
  if (at >= 0) {
    const start = rest.text.charAt(at - 1) === "/" ? at - 1 : at;
    return [found("krun-vm-json", { range: part(rest, start, at + name.length), message })];
  }
  const carried = carriedBy(instruction, subject, name);
  if (carried !== undefined) {
    const holds = `${carried} holds ${name}, which would set the machine's kernel.`;
    return [found("krun-vm-json", { range: rest.range, message: holds })];
  }
  // A heredoc's body is in the range of its instruction, not in its words.
  const body = subject.text.slice(range.startOffset, range.endOffset).includes(name);
  return body ? [found("krun-vm-json", { range, message })] : [];
}

/** A folder of the build context that is copied with such a file in it. */
function carriedBy(
  { keyword, words, json, flags }: OtherInstruction,
  { readContext }: Subject,
  name: string,
): string | undefined {
  const isCopy = keyword !== "RUN" && !flags.some(({ text }) => text.startsWith("--from="));
  const sources = (json ?? words.map(({ text }) => text)).slice(0, -1);
  return isCopy
    ? sources.find((source) => readContext(`${source}/${name}`) !== undefined)
    : undefined;
}

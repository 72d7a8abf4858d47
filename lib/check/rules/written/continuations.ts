import type { Instruction } from "../../../containerfile/containerfile.ts";
import { rangeFinder, type RangeFinder } from "../../../containerfile/text-range.ts";
import { finder, type CheckFinding, type RuleTable } from "../../finding.ts";
import type { Reading } from "../../reading.ts";

const OWN = {
  "continuation-blanks": {
    severity: "warning",
    why: "Blanks after a continuation are dropped here; other builders and every shell take the backslash for an escaped blank.",
    fix: "Remove the blanks.",
  },
  "empty-continuation": {
    severity: "warning",
    why: "An empty line within a continued instruction looks like its end, and newer builders refuse it.",
    fix: "Remove the line.",
  },
} as const satisfies RuleTable;

/** Lines that go on in the next one in a way that readers see differently. */
export const CONTINUATION_RULES: RuleTable = OWN;

const found = finder(OWN);

/** Findings about continued lines; the bodies of heredocs are not looked at. */
export function checkContinuations({ containerfile }: Reading): CheckFinding[] {
  const { globals, stages, text } = containerfile;
  const rangeOf = rangeFinder(text);
  const instructions: Instruction[] = [...globals];
  for (const stage of stages) instructions.push(stage.from, ...stage.instructions);
  return instructions
    .filter(({ range, rest }) => range.start.line < range.end.line && !rest.text.includes("<<"))
    .flatMap((instruction) => checkLines(text, instruction, rangeOf));
}

function checkLines(text: string, { range }: Instruction, rangeOf: RangeFinder): CheckFinding[] {
  const findings: CheckFinding[] = [];
  let start = range.startOffset;
  while (start < range.endOffset) {
    const newline = text.indexOf("\n", start);
    const next = newline === -1 ? text.length : newline + 1;
    const line = text.slice(start, Math.min(next, range.endOffset));
    const blanks = /[\\`](?<blanks>[ \t]+)\r?\n$/u.exec(line);
    const isFirst = start === range.startOffset;
    if (!isFirst && line.trim() === "" && next <= range.endOffset) {
      const edits = [{ startOffset: start, endOffset: next, text: "" }];
      const message = "An empty line within an instruction.";
      findings.push(
        found("empty-continuation", { range: rangeOf(start, next - 1), message, edits }),
      );
    } else if (blanks !== null && !line.trimStart().startsWith("#")) {
      const from = start + blanks.index + 1;
      const to = from + (blanks.groups?.["blanks"] ?? "").length;
      const edits = [{ startOffset: from, endOffset: to, text: "" }];
      const message = "Blanks after the continuation at the end of this line.";
      findings.push(found("continuation-blanks", { range: rangeOf(from, to), message, edits }));
    }
    start = next;
  }
  return findings;
}

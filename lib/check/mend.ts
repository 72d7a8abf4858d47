import { checkContainerfile } from "./check-containerfile.ts";
import type { CheckFinding, Edit } from "./finding.ts";
import type { Subject } from "./subject.ts";

/** A Containerfile's text after what has exactly one right answer was mended. */
export interface Mended {
  readonly text: string;
  /** The findings that were mended, with their places in the text before. */
  readonly mended: readonly CheckFinding[];
}

// One mended thing may show another; what does not end is not mended.
const ROUNDS = 8;

/** Mends a text by range; every byte outside the mended places stays. What a comment allows stays too. */
export function mend(subject: Subject): Mended {
  const mended: CheckFinding[] = [];
  let { text } = subject;
  for (let round = 0; round < ROUNDS; round += 1) {
    const findings = checkContainerfile({ ...subject, text });
    const chosen = choose(findings);
    if (chosen.length === 0) return { text, mended };
    const next = applied(
      text,
      chosen.flatMap(({ edits }) => edits ?? []),
    );
    const after = checkContainerfile({ ...subject, text: next });
    // An edit that makes a file unreadable, or does not help, is no right answer.
    if (countOf(after, chosen) >= countOf(findings, chosen)) return { text, mended };
    mended.push(...chosen);
    text = next;
  }
  return { text, mended };
}

/** How many findings are there of the rules of some others; a file that cannot be read has more than any. */
function countOf(findings: readonly CheckFinding[], of: readonly CheckFinding[]): number {
  if (findings.some(({ rule }) => rule === "syntax")) return Number.POSITIVE_INFINITY;
  const rules = new Set(of.map(({ rule }) => rule));
  return findings.filter(({ rule }) => rules.has(rule)).length;
}

/** The findings whose edits do not touch each other, from the start of the file on. */
function choose(findings: readonly CheckFinding[]): CheckFinding[] {
  const chosen: CheckFinding[] = [];
  let end = -1;
  const open = findings.filter(
    ({ edits = [], allowed }) => edits.length > 0 && allowed === undefined,
  );
  for (const finding of open.toSorted((one, other) => first(one) - first(other))) {
    if (first(finding) <= end) continue;
    chosen.push(finding);
    end = Math.max(...(finding.edits ?? []).map(({ endOffset }) => endOffset));
  }
  return chosen;
}

function first({ edits = [] }: CheckFinding): number {
  return Math.min(...edits.map(({ startOffset }) => startOffset));
}

function applied(text: string, edits: readonly Edit[]): string {
  let result = text;
  for (const edit of edits.toSorted((one, other) => other.startOffset - one.startOffset)) {
    result = result.slice(0, edit.startOffset) + edit.text + result.slice(edit.endOffset);
  }
  return result;
}

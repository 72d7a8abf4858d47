import type { CheckedFile } from "../../check/files/check-files.ts";
import type { CheckFinding } from "../../check/finding.ts";
import { rulePage } from "../../check/rule-table.ts";
import { printable } from "../../printable.ts";
import { wrap } from "../../wrap.ts";

const INDENT = "        ";

/** What was found, for people; `nameOf` shortens a path. */
export function checkText(
  files: readonly CheckedFile[],
  { nameOf, columns }: { readonly nameOf: (path: string) => string; readonly columns: number },
): string {
  const blocks = files
    .filter(({ findings, mended }) => findings.length + mended.length > 0)
    .map(({ path, profile, findings, mended }) => {
      const title = profile === undefined ? nameOf(path) : `${profile}: ${nameOf(path)}`;
      const rows = [
        ...mended.map((finding) => block(finding, "mended", columns)),
        ...findings.map((finding) => block(finding, stateOf(finding), columns)),
      ];
      return `${printable(title)}\n${rows.join("")}`;
    });
  return [...blocks, `${wrap(summary(files), columns, "  ")}\n`].join("\n");
}

function stateOf({ severity, allowed }: CheckFinding): string {
  return allowed === undefined ? severity : "allowed";
}

function block(finding: CheckFinding, state: string, columns: number): string {
  const { rule, message, fix, allowed, range } = finding;
  const place = `${String(range.start.line)}:${String(range.start.column)}`;
  const advice = state === "mended" ? [] : [allowed === undefined ? `-> ${fix}` : `-- ${allowed}`];
  const texts = [
    indented(message, columns, ""),
    ...advice.map((text) => indented(text, columns, "   ")),
  ];
  return `${`  ${place}`.padEnd(INDENT.length)}  ${state.padEnd(8)} ${rule}\n${texts.join("")}`;
}

interface Counts {
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
  readonly allowed: number;
  readonly mended: number;
}

/** A text in the block of its finding; the lines that it goes on in hang by so much. */
function indented(text: string, columns: number, hang: string): string {
  const wrapped = wrap(printable(text), columns - INDENT.length, hang);
  return `${INDENT}${wrapped.replaceAll("\n", `\n${INDENT}`)}\n`;
}

/** How many findings there are of each kind; those that a comment allows count as nothing else. */
export function checkCounts(files: readonly CheckedFile[]): Counts {
  const all = files.flatMap(({ findings }) => findings);
  const count = (state: string): number => all.filter((one) => stateOf(one) === state).length;
  return {
    errors: count("error"),
    warnings: count("warning"),
    notes: count("note"),
    allowed: count("allowed"),
    mended: files.reduce((sum, { mended }) => sum + mended.length, 0),
  };
}

function summary(files: readonly CheckedFile[]): string {
  const { errors, warnings, notes, allowed, mended } = checkCounts(files);
  const mendable = files
    .flatMap(({ findings }) => findings)
    .filter(({ edits = [], allowed: reason }) => edits.length > 0 && reason === undefined).length;
  const parts = [
    `${amount(files.length, "file")}: ${amount(errors, "error")}, ${amount(warnings, "warning")}, ${amount(notes, "note")}`,
    ...(allowed > 0 ? [`${String(allowed)} allowed`] : []),
    ...(mended > 0 ? [`${String(mended)} mended`] : []),
    ...(mendable > 0 ? [`--fix mends ${String(mendable)}`] : []),
    ...(errors + warnings + notes > 0 ? ["see docs/rules.md"] : []),
  ];
  return parts.join("; ");
}

function amount(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** The same as JSON. */
export function checkJson(files: readonly CheckedFile[]): string {
  const answer = {
    ...checkCounts(files),
    files: files.map(({ path, profile, findings, mended }) => ({
      path,
      ...(profile !== undefined && { profile }),
      findings: findings.map(plain),
      mended: mended.map(plain),
    })),
  };
  return `${JSON.stringify(answer, undefined, 2)}\n`;
}

function plain({ rule, severity, message, fix, range, edits = [], allowed }: CheckFinding): object {
  return {
    rule,
    severity,
    message,
    fix,
    page: rulePage(rule),
    line: range.start.line,
    column: range.start.column,
    endLine: range.end.line,
    endColumn: range.end.column,
    mendable: edits.length > 0,
    ...(allowed !== undefined && { allowed }),
  };
}

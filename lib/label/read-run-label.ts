import { PaddockError } from "../errors.ts";
import type { LabelWord, LaunchVariable, Piece, RunLabelTemplate } from "./run-label.ts";
import { firstRound } from "./words/first-round.ts";
import { charAt, markLabel, type Mark, type MarkedText } from "./words/marked-text.ts";
import { scanReferences, type Reference } from "./words/references.ts";
import { splitShellWords, type ShellWords } from "./words/shell-words.ts";

const EXPANDED = ["HOME", "PWD", "OPT1", "OPT2", "OPT3"] as const satisfies LaunchVariable[];
const KNOWN = "Only HOME, PWD, OPT1, OPT2, OPT3 and, after the first word, NAME and IMAGE exist";

/**
 * Reads a run label as `podman container runlabel` (5.4.2) does: split, NAME and IMAGE, join, variables, split again.
 * Throws `label-invalid`, with the place, for what Podman fails on and for what it would silently empty.
 */
export function readRunLabel(value: string): RunLabelTemplate {
  return { value, words: splitLabel(value).map(toWord) };
}

/** Where in the label each word of `readRunLabel` stands, as offsets of its first character and after its last one; its own quotes are not in it. */
export function runLabelPlaces(value: string): readonly WordPlace[] {
  let last = 0;
  return splitLabel(value).map((marks, index) => {
    const start = marks[0]?.at ?? last;
    // Podman's own name stands where the program was written.
    const program = index === 0 ? (/^[^\s"'\\]+/.exec(value.slice(start))?.[0].length ?? 0) : 0;
    const end = marks.reduce((most, mark) => Math.max(most, mark.at + widthOf(value, mark)), start);
    last = Math.max(end, start + program);
    return { start, end: last };
  });
}

/** A part of a label's value, in UTF-16 units. */
export interface WordPlace {
  readonly start: number;
  readonly end: number;
}

function widthOf(value: string, mark: Mark): number {
  if (mark.kind === "char") return 1;
  // Of `=IMAGE` the variable stands where the equals sign does.
  return /^=?(?:\$\{\w+\}|\$?\w+)/.exec(value.slice(mark.at))?.[0].length ?? 1;
}

function splitLabel(value: string): readonly MarkedText[] {
  const label = markLabel(value);
  refuseNul(value);
  const round = firstRound(label, (variable, at) => [{ kind: "variable", variable, at }]);
  if (round.kind === "no-words") throw noWords();
  if (round.kind !== "text") throw broken(value, round);
  refuseCommandSubstitution(value, round.text);
  const text = scanReferences(round.text).map((reference) => resolve(value, reference));
  const split = splitShellWords(text);
  if (split.kind !== "words") throw broken(value, split);
  if (split.words.length === 0) throw noWords();
  return split.words;
}

function resolve(value: string, reference: Reference): Mark {
  if (reference.kind === "mark") return reference.mark;
  const { kind, at } = reference;
  if (kind === "name") return { kind: "variable", variable: known(value, reference), at };
  if (kind === "malformed")
    throw invalid(
      `has a \${ without a name or a closing brace${place(value, at)}`,
      `Write a variable as \${PWD}. ${KNOWN} at launch.`,
      at,
    );
  throw invalid(
    `has a $ whose name runs into the value of ${reference.variable}${place(value, at)}, which Podman empties`,
    "Put braces around the first of the two variables, as in ${PWD}.",
    at,
  );
}

function known(value: string, { name, at }: Reference & { kind: "name" }): LaunchVariable {
  const variable = EXPANDED.find((candidate) => candidate === name);
  if (variable !== undefined) return variable;
  // A name in braces can be anything, also what a terminal acts on.
  const shown = /^[!-~]{1,40}$/.test(name) ? `\${${name}}` : "a variable with an odd name";
  throw invalid(
    `uses ${shown}${place(value, at)}, which has no value at launch`,
    `${KNOWN} at launch; write the value itself into the label.`,
    at,
  );
}

function toWord(marks: MarkedText): LabelWord {
  const pieces: Piece[] = [];
  for (const mark of marks) {
    const last = pieces.at(-1);
    if (mark.kind === "variable") pieces.push({ kind: "variable", name: mark.variable });
    else if (last?.kind === "text")
      pieces[pieces.length - 1] = { kind: "text", text: last.text + mark.char };
    else pieces.push({ kind: "text", text: mark.char });
  }
  return { pieces };
}

function refuseNul(value: string): void {
  const at = value.indexOf("\0");
  if (at >= 0)
    throw invalid(
      `has a NUL character${place(value, at)}`,
      "Take it out: no argument can hold one.",
      at,
    );
}

function refuseCommandSubstitution(value: string, text: MarkedText): void {
  const index = text.findIndex(
    (_, candidate) =>
      charAt(text, candidate) === "`" ||
      (charAt(text, candidate) === "$" && charAt(text, candidate + 1) === "("),
  );
  const mark = text[index];
  if (mark === undefined) return;
  throw invalid(
    `has a command substitution${place(value, mark.at)}, which is never executed`,
    "For the home directory write \\$HOME in the Containerfile; a command belongs into a script in the image.",
    mark.at,
  );
}

function broken(value: string, split: Exclude<ShellWords, { kind: "words" }>): PaddockError {
  return split.kind === "unclosed-quote"
    ? invalid(
        `has a quote that is not closed${place(value, split.at)}`,
        "Close it, or write it as a character with \\ before it; the label is split twice, so each round takes one level of quotes.",
        split.at,
      )
    : invalid(
        `ends in a \\ that escapes nothing${place(value, split.at)}`,
        "Take the \\ out, or write \\\\\\\\ for a real one; the label is split twice.",
        split.at,
      );
}

function noWords(): PaddockError {
  return invalid("is blank", "Write `podman run ... IMAGE` into it; Podman itself crashes on it.");
}

function place(value: string, offset: number): string {
  return ` (character ${Array.from(value.slice(0, offset)).length + 1})`;
}

function invalid(failure: string, fix: string, offset = 0): PaddockError {
  return new PaddockError("label-invalid", `The run label ${failure}.`, { fix, at: { offset } });
}

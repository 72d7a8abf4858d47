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
  return { value, words: split.words.map(toWord) };
}

function resolve(value: string, reference: Reference): Mark {
  if (reference.kind === "mark") return reference.mark;
  const { kind, at } = reference;
  if (kind === "name") return { kind: "variable", variable: known(value, reference), at };
  if (kind === "malformed")
    throw invalid(
      `has a \${ without a name or a closing brace${place(value, at)}`,
      `Write a variable as \${PWD}. ${KNOWN} at launch.`,
    );
  throw invalid(
    `has a $ whose name runs into the value of ${reference.variable}${place(value, at)}, which Podman empties`,
    "Put braces around the first of the two variables, as in ${PWD}.",
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
  );
}

function broken(value: string, split: Exclude<ShellWords, { kind: "words" }>): PaddockError {
  return split.kind === "unclosed-quote"
    ? invalid(
        `has a quote that is not closed${place(value, split.at)}`,
        "Close it, or write it as a character with \\ before it; the label is split twice, so each round takes one level of quotes.",
      )
    : invalid(
        `ends in a \\ that escapes nothing${place(value, split.at)}`,
        "Take the \\ out, or write \\\\\\\\ for a real one; the label is split twice.",
      );
}

function noWords(): PaddockError {
  return invalid("is blank", "Write `podman run ... IMAGE` into it; Podman itself crashes on it.");
}

function place(value: string, offset: number): string {
  return ` (character ${Array.from(value.slice(0, offset)).length + 1})`;
}

function invalid(failure: string, fix: string): PaddockError {
  return new PaddockError("label-invalid", `The run label ${failure}.`, { fix });
}

import type { LaunchVariable } from "../run-label.ts";
import {
  equalsText,
  markInserted,
  replaceAll,
  startsAt,
  type Mark,
  type MarkedText,
} from "./marked-text.ts";
import { splitShellWords, type ShellWords } from "./shell-words.ts";

/** What stands in the text for a variable: the variable itself, or the characters of a value. */
export type ValueOf = (variable: LaunchVariable, at: number) => MarkedText;

/** The text that Podman expands and splits again, or why there is none. */
export type FirstRound =
  | { readonly kind: "text"; readonly text: MarkedText }
  | { readonly kind: "no-words" }
  | Exclude<ShellWords, { kind: "words" }>;

/**
 * The first round of `podman container runlabel` (5.4.2): split, put the program in, replace NAME and IMAGE in the
 * other words, join by blanks. The program is `podman` where Podman puts its own binary in: `podman` or `…/docker`.
 */
export function firstRound(label: MarkedText, valueOf: ValueOf): FirstRound {
  const split = splitShellWords(label);
  if (split.kind !== "words") return split;
  const [program, ...others] = split.words;
  if (program === undefined) return { kind: "no-words" };
  const text: Mark[] = [...substituteProgram(program)];
  for (const word of others) {
    const replaced = replaceTokens(word, valueOf);
    text.push({ kind: "char", char: " ", at: replaced[0]?.at ?? 0 }, ...replaced);
  }
  return { kind: "text", text };
}

function substituteProgram(program: MarkedText): MarkedText {
  const name = program.map((mark) => (mark.kind === "char" ? mark.char : "")).join("");
  return name === "podman" || /^(?:.*\/)?docker\/*$/s.test(name)
    ? markInserted("podman", program[0]?.at ?? 0)
    : program;
}

function replaceTokens(word: MarkedText, valueOf: ValueOf): MarkedText {
  const named = replaceToken(word, "NAME", valueOf);
  // Podman does not look for IMAGE in the value of this one word.
  return equalsText(word, "NAME=NAME") ? named : replaceToken(named, "IMAGE", valueOf);
}

/** Podman's replaceName and replaceImage: `$NAME` is also taken out of `$NAMES`, a bare `=NAME` only when it ends the word. */
function replaceToken(word: MarkedText, token: "NAME" | "IMAGE", valueOf: ValueOf): MarkedText {
  const value = (at: number): MarkedText => valueOf(token, at);
  if (equalsText(word, token)) return value(word[0]?.at ?? 0);
  const plain = replaceAll(word, `$${token}`, value);
  const replaced = replaceAll(plain, `\${${token}}`, value);
  const assigned = `=${token}`;
  if (replaced.length < assigned.length) return replaced;
  if (!startsAt(replaced, replaced.length - assigned.length, assigned)) return replaced;
  return replaceAll(replaced, assigned, (at) => [{ kind: "char", char: "=", at }, ...value(at)]);
}

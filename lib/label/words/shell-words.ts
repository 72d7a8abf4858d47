import { charAt, type Mark, type MarkedText } from "./marked-text.ts";

/** The words of a text, or why it cannot be split and at which offset of the label. */
export type ShellWords =
  | { readonly kind: "words"; readonly words: readonly MarkedText[] }
  | { readonly kind: "unclosed-quote" | "trailing-escape"; readonly at: number };

type State = "start" | "word" | "escape" | "double" | "double-escape" | "single" | "comment";
type Class = "blank" | "newline" | "double" | "single" | "escape" | "hash" | "other";

interface Step {
  readonly to: State;
  /** Whether the character belongs to the word. */
  readonly keep?: true;
}

type Row = Readonly<Partial<Record<Class, Step>>> & { readonly other: Step };

const CLASSES: ReadonlyMap<string, Class> = new Map([
  [" ", "blank"],
  ["\t", "blank"],
  ["\r", "blank"],
  ["\n", "newline"],
  ['"', "double"],
  ["'", "single"],
  ["\\", "escape"],
  ["#", "hash"],
]);

/** The state machine of google/shlex; a class without an entry goes the way of `other`. */
const STEPS: Readonly<Record<State, Row>> = {
  start: {
    blank: { to: "start" },
    newline: { to: "start" },
    double: { to: "double" },
    single: { to: "single" },
    escape: { to: "escape" },
    hash: { to: "comment" },
    other: { to: "word", keep: true },
  },
  word: {
    blank: { to: "start" },
    newline: { to: "start" },
    double: { to: "double" },
    single: { to: "single" },
    escape: { to: "escape" },
    other: { to: "word", keep: true },
  },
  escape: { other: { to: "word", keep: true } },
  double: {
    double: { to: "word" },
    escape: { to: "double-escape" },
    other: { to: "double", keep: true },
  },
  "double-escape": { other: { to: "double", keep: true } },
  single: { single: { to: "word" }, other: { to: "single", keep: true } },
  comment: { newline: { to: "start" }, other: { to: "comment" } },
};

/**
 * Splits as the google/shlex that Podman carries: `'…'`, `"…"`, `\x`, and `#` at a word start for a comment.
 * A variable is one character of a word, whatever its value will be.
 */
export function splitShellWords(text: MarkedText): ShellWords {
  const words: MarkedText[] = [];
  let state: State = "start";
  let word: Mark[] = [];
  let quotedAt = 0;
  let escapedAt = 0;
  for (const [index, mark] of text.entries()) {
    const { to, keep } = stepFrom(state, charAt(text, index));
    if (keep === true) word.push(mark);
    if (isEscape(to)) escapedAt = mark.at;
    else if (isQuoted(to) && !isQuoted(state) && !isEscape(state)) quotedAt = mark.at;
    if (state === "word" && to === "start") {
      words.push(word);
      word = [];
    }
    state = to;
  }
  if (state === "word") words.push(word);
  if (isQuoted(state)) return { kind: "unclosed-quote", at: quotedAt };
  if (isEscape(state)) return { kind: "trailing-escape", at: escapedAt };
  return { kind: "words", words };
}

function stepFrom(state: State, char: string | undefined): Step {
  const row = STEPS[state];
  return row[(char !== undefined && CLASSES.get(char)) || "other"] ?? row.other;
}

function isQuoted(state: State): boolean {
  return state === "double" || state === "single";
}

function isEscape(state: State): boolean {
  return state === "escape" || state === "double-escape";
}

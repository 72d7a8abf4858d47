import type { LaunchVariable } from "../run-label.ts";

/** One character of a label, or a variable whose value nobody looks into; `at` is its offset in the label. */
export type Mark =
  | { readonly kind: "char"; readonly char: string; readonly at: number }
  | { readonly kind: "variable"; readonly variable: LaunchVariable; readonly at: number };

/** Text whose characters remember where in the label they stood, through quotes, splits and replacements. */
export type MarkedText = readonly Mark[];

/** The characters (UTF-16 units) of a label, each with its own offset. */
export function markLabel(label: string): MarkedText {
  return label.split("").map((char, at) => ({ kind: "char", char, at }));
}

/** The characters of a text that was put in place of what stood at one offset. */
export function markInserted(text: string, at: number): MarkedText {
  return text.split("").map((char) => ({ kind: "char", char, at }));
}

/** The character at a place, or `undefined` at the end and where a variable stands. */
export function charAt(text: MarkedText, index: number): string | undefined {
  const mark = text[index];
  return mark?.kind === "char" ? mark.char : undefined;
}

/** Whether the characters from a place on are those of `needle`; a variable equals no character. */
export function startsAt(text: MarkedText, index: number, needle: string): boolean {
  return needle.split("").every((char, offset) => charAt(text, index + offset) === char);
}

/** Whether the whole text is `wanted`, without a variable. */
export function equalsText(text: MarkedText, wanted: string): boolean {
  return text.length === wanted.length && startsAt(text, 0, wanted);
}

/** Go's strings.ReplaceAll, left to right, where the replacement is never searched again. */
export function replaceAll(
  text: MarkedText,
  needle: string,
  replacement: (at: number) => MarkedText,
): MarkedText {
  const out: Mark[] = [];
  let index = 0;
  for (let mark = text[index]; mark !== undefined; mark = text[index]) {
    if (startsAt(text, index, needle)) {
      out.push(...replacement(mark.at));
      index += needle.length;
    } else {
      out.push(mark);
      index += 1;
    }
  }
  return out;
}

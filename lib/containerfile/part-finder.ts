import type { Containerfile } from "./containerfile.ts";
import { escapeCharacter } from "./grammar/directive.ts";
import { logicalLines } from "./grammar/logical-lines.ts";
import { rangeFinder, type TextRange, type TextSlice } from "./text-range.ts";

/** Where a part of a slice's text stands in the file, by indices into that text. */
export type PartFinder = (slice: TextSlice, start: number, end: number) => TextRange;

/**
 * Finds parts of slices in a file, whatever continuations, comments and empty lines lie between their characters. A slice
 * whose text is not what is written there (a flag with quotes) is found as a whole.
 */
export function partFinder({ text }: Pick<Containerfile, "text">): PartFinder {
  const rangeOf = rangeFinder(text);
  const lines = logicalLines(text, escapeCharacter(text, rangeOf), rangeOf);
  const firstIndices = new Map<TextSlice, number>();
  const find = (slice: TextSlice): { first: number; line: (typeof lines)[number] } | undefined => {
    const { startOffset } = slice.range;
    const line = lines.findLast(({ range }) => range.startOffset <= startOffset);
    if (line === undefined) return undefined;
    const first = firstIndices.get(slice) ?? indexOf(line, startOffset);
    firstIndices.set(slice, first);
    return line.text.startsWith(slice.text, first) ? { first, line } : undefined;
  };
  return (slice, start, end) => {
    const found = find(slice);
    if (found === undefined) return slice.range;
    return found.line.slice(found.first + start, found.first + end).range;
  };
}

function indexOf(line: ReturnType<typeof logicalLines>[number], offset: number): number {
  let low = 0;
  let high = line.text.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (line.slice(middle, middle + 1).range.startOffset < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

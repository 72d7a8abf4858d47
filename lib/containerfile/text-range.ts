/** A place in the text as an editor shows it: both count from 1, a byte order mark has no column. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A part of the original text; offsets are UTF-16 units and count a byte order mark. */
export interface TextRange {
  readonly start: TextPosition;
  /** Just after the last character. */
  readonly end: TextPosition;
  readonly startOffset: number;
  readonly endOffset: number;
}

/** Text as the builder reads it (continuations joined, comments dropped) and where it stands in the file. */
export interface TextSlice {
  readonly text: string;
  readonly range: TextRange;
}

/** Turns two offsets into a range of one text. */
export type RangeFinder = (startOffset: number, endOffset: number) => TextRange;

/** Indexes the lines of `text` once, so that every later range is cheap. */
export function rangeFinder(text: string): RangeFinder {
  const starts = [text.startsWith("\uFEFF") ? 1 : 0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const positionAt = (offset: number): TextPosition => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: Math.max(0, offset - (starts[low] ?? 0)) + 1 };
  };
  return (startOffset, endOffset) => ({
    start: positionAt(startOffset),
    end: positionAt(endOffset),
    startOffset,
    endOffset,
  });
}

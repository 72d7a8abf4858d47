import { refusal } from "../refusal.ts";
import type { RangeFinder, TextRange, TextSlice } from "../text-range.ts";
import { trimmed } from "./blanks.ts";
import { findHeredocs, type HeredocEnd } from "./heredoc.ts";

/** One instruction's text with its continuations joined, and where each part of it stands in the file. */
export interface LogicalLine {
  readonly text: string;
  /** The part from index `start` to `end`; `text` replaces it where the parser reads something else there. */
  slice(start: number, end: number, text?: string): TextSlice;
  /** The whole, with the bodies of its heredocs. */
  readonly range: TextRange;
}

interface PhysicalLine {
  readonly start: number;
  /** Without the line end. */
  readonly end: number;
  /** Blank or a comment. */
  readonly isEmpty: boolean;
  /** Its first character that is not blank. */
  readonly indented: number;
}

interface Source {
  readonly text: string;
  readonly lines: readonly PhysicalLine[];
  readonly continuation: RegExp;
  readonly rangeOf: RangeFinder;
}

/** Joins the lines of a file into instructions as imagebuilder's parser does; `escape` is the continuation character. */
export function logicalLines(text: string, escape: string, rangeOf: RangeFinder): LogicalLine[] {
  const continuation = escape === "`" ? /`[ \t]*$/u : /\\[ \t]*$/u;
  const source = { text, lines: physicalLines(text), continuation, rangeOf };
  const found: LogicalLine[] = [];
  let next = 0;
  while (next < source.lines.length) {
    const first = source.lines[next];
    if (first === undefined || first.isEmpty) next += 1;
    else {
      const joined = joinFrom(source, next);
      const slice = sliceFinder(joined, rangeOf);
      next = afterHeredocs(source, joined.next, { text: joined.text, slice });
      const end = source.lines[next - 1]?.end ?? text.length;
      found.push({ text: joined.text, slice, range: rangeOf(first.indented, end) });
    }
  }
  return found;
}

function physicalLines(text: string): PhysicalLine[] {
  const lines: PhysicalLine[] = [];
  let start = text.startsWith("\uFEFF") ? 1 : 0;
  while (start < text.length) {
    const newline = text.indexOf("\n", start);
    const stop = newline === -1 ? text.length : newline;
    const end = stop > start && text[stop - 1] === "\r" ? stop - 1 : stop;
    const inside = trimmed(text, start, end);
    const isEmpty = inside.start === inside.end || text[inside.start] === "#";
    lines.push({ start, end, isEmpty, indented: inside.start });
    start = stop + 1;
  }
  return lines;
}

interface Joined {
  readonly text: string;
  /** For each character of `text` its offset in the file. */
  readonly offsets: readonly number[];
  /** The first physical line after it. */
  readonly next: number;
}

function joinFrom({ text, lines, continuation }: Source, first: number): Joined {
  const offsets: number[] = [];
  let joined = "";
  let next = first;
  let isContinued = true;
  while (isContinued && next < lines.length) {
    const line = lines[next];
    // Within a continuation a comment or an empty line is passed over, and does not end it.
    if (line !== undefined && !line.isEmpty) {
      const start = next === first ? line.indented : line.start;
      const written = text.slice(start, line.end);
      const kept = written.replace(continuation, "");
      for (let index = 0; index < kept.length; index += 1) offsets.push(start + index);
      joined += kept;
      isContinued = kept.length < written.length;
    }
    next += 1;
  }
  return { text: joined, offsets, next };
}

function sliceFinder({ text, offsets }: Joined, rangeOf: RangeFinder): LogicalLine["slice"] {
  const before = (index: number): number => {
    const offset = offsets[index - 1];
    return offset === undefined ? (offsets[0] ?? 0) : offset + 1;
  };
  return (start, end, replaced) => ({
    text: replaced ?? text.slice(start, end),
    range:
      start < end
        ? rangeOf(offsets[start] ?? 0, before(end))
        : rangeOf(before(start), before(start)),
  });
}

/** The first physical line after the bodies of the heredocs that `line` opens. */
function afterHeredocs(
  source: Source,
  next: number,
  line: Pick<LogicalLine, "text" | "slice">,
): number {
  const search = findHeredocs(line.text);
  if (search.kind === "unclear") {
    const { range } = line.slice(search.index, search.index + 1);
    const fix =
      "Name the end of the heredoc with letters and digits, and keep other quotes and ${...} off its line.";
    throw refusal("a heredoc that builders read differently", range.start, fix);
  }
  let at = next;
  for (const heredoc of search.ends) {
    at = afterHeredoc(source, at, heredoc);
    if (at > source.lines.length) {
      const { range } = line.slice(0, 1);
      throw refusal(
        `heredoc ${heredoc.name} has no end`,
        range.start,
        `End it with a line that reads ${heredoc.name}.`,
      );
    }
  }
  return at;
}

function afterHeredoc({ text, lines }: Source, next: number, { name, tabbed }: HeredocEnd): number {
  for (let at = next; at < lines.length; at += 1) {
    const line = text.slice(lines[at]?.start, lines[at]?.end);
    if ((tabbed ? line.replace(/^\t+/u, "") : line) === name) return at + 1;
  }
  return lines.length + 1;
}

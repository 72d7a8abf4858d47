/** The lines that differ between two texts, in the manner of `diff --unified=0`; empty for equal texts. */
export function lineDiff(path: string, before: string, after: string): string {
  if (before === after) return "";
  const hunks = hunksOf(before.split("\n"), after.split("\n"));
  return `--- ${path}\n+++ ${path}\n${hunks.join("")}`;
}

function hunksOf(before: readonly string[], after: readonly string[]): readonly string[] {
  if (before.length !== after.length) return [trimmedHunk(before, after)];
  const hunks: string[] = [];
  let at = 0;
  while (at < before.length) {
    let end = at;
    while (end < before.length && before[end] !== after[end]) end += 1;
    if (end > at) hunks.push(hunk(at, before.slice(at, end), after.slice(at, end)));
    at = end + 1;
  }
  return hunks;
}

/** A value that was split over lines: all between the first and the last line that differ. */
function trimmedHunk(before: readonly string[], after: readonly string[]): string {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return hunk(
    start,
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  );
}

function hunk(at: number, before: readonly string[], after: readonly string[]): string {
  const range = (lines: readonly string[]): string => `${String(at + 1)},${String(lines.length)}`;
  return [
    `@@ -${range(before)} +${range(after)} @@\n`,
    ...before.map((line) => show("-", line)),
    ...after.map((line) => show("+", line)),
  ].join("");
}

function show(mark: string, line: string): string {
  return `${mark}${line.replace(/\r$/u, "")}\n`;
}

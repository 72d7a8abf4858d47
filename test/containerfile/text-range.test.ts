import t from "tap";
import { rangeFinder } from "../../lib/containerfile/text-range.ts";

const CASES: readonly (readonly [string, string, number, number, number])[] = [
  ["the first character", "ab\ncd", 0, 1, 1],
  ["a line end belongs to its line", "ab\ncd", 2, 1, 3],
  ["the second line", "ab\ncd", 3, 2, 1],
  ["the end of the text", "ab\ncd", 5, 2, 3],
  ["CR LF", "ab\r\ncd", 4, 2, 1],
  ["behind a byte order mark", "\uFEFFab", 1, 1, 1],
  ["on the byte order mark itself", "\uFEFFab", 0, 1, 1],
];
for (const [name, text, offset, line, column] of CASES) {
  t.test(name, (test) => {
    test.strictSame(rangeFinder(text)(offset, offset).start, { line, column });
    test.end();
  });
}

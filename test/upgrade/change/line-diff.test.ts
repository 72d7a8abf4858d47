import tap from "tap";
import { lineDiff } from "../../../lib/upgrade/change/line-diff.ts";

const HEAD = "--- f\n+++ f\n";
const rows: readonly [name: string, before: string, after: string, diff: string][] = [
  ["nothing differs", "a\n", "a\n", ""],
  ["one line", "a\nb\nc\n", "a\nB\nc\n", `${HEAD}@@ -2,1 +2,1 @@\n-b\n+B\n`],
  [
    "two places, each with its own lines",
    "a\nb\nc\nd\n",
    "A\nb\nC\nD\n",
    `${HEAD}@@ -1,1 +1,1 @@\n-a\n+A\n@@ -3,2 +3,2 @@\n-c\n-d\n+C\n+D\n`,
  ],
  ["the last line, without its end", "a\nb", "a\nB", `${HEAD}@@ -2,1 +2,1 @@\n-b\n+B\n`],
  [
    "a value that was on two lines",
    "a\nb\nc\nd\n",
    "a\nX\nd\n",
    `${HEAD}@@ -2,2 +2,1 @@\n-b\n-c\n+X\n`,
  ],
  [
    "line ends of another system are not shown",
    "a\r\nb\r\n",
    "a\r\nB\r\n",
    `${HEAD}@@ -2,1 +2,1 @@\n-b\n+B\n`,
  ],
];
for (const [name, before, after, diff] of rows) {
  tap.test(name, (t) => {
    t.equal(lineDiff("f", before, after), diff);
    t.end();
  });
}

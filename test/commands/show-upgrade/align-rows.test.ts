import tap from "tap";
import { alignRows } from "../../../lib/commands/show-upgrade/align-rows.ts";

const ROWS = [
  ["A", "LONG", "C"],
  ["abc", "x", ""],
];
const rows: readonly [name: string, columns: number, lines: readonly string[]][] = [
  ["two blanks where they fit to the last column", 12, ["A    LONG  C", "abc  x"]],
  ["one blank where two do not", 11, ["A   LONG C", "abc x"]],
];
for (const [name, columns, lines] of rows) {
  tap.test(name, (t) => {
    t.same(alignRows(ROWS, columns), lines);
    t.end();
  });
}

import t from "tap";
import { wrap } from "../lib/wrap.ts";

const rows: readonly [name: string, text: string, columns: number, wrapped: string][] = [
  ["fits", "note     short", 20, "note     short"],
  ["breaks at a blank", "note     a few words", 15, "note     a few\n         words"],
  [
    "keeps a long word",
    "mount    /a/very/long/path -> /b",
    16,
    "mount\n         /a/very/long/path\n         -> /b",
  ],
  ["keeps blanks inside", "a    b", 80, "a    b"],
  ["empty", "", 80, ""],
];
for (const [name, text, columns, wrapped] of rows) {
  t.equal(wrap(text, columns, " ".repeat(9)), wrapped, name);
}

import t from "tap";
import { isSeparator, isUnicodeBlank, trimmed } from "../../../lib/containerfile/grammar/blanks.ts";

t.test("which characters are blanks", (test) => {
  const blanks = [
    "\t",
    "\v",
    "\f",
    "\r",
    " ",
    "\n",
    "\u0085",
    "\u00a0",
    "\u1680",
    "\u2009",
    "\u2028",
    "\u3000",
  ];
  test.ok(blanks.every(isUnicodeBlank));
  test.strictSame(blanks.filter(isSeparator), ["\t", "\v", "\f", "\r", " "]);
  for (const other of ["a", "\u200b", "\uFEFF", "\u180e"])
    test.notOk(isUnicodeBlank(other) || isSeparator(other));
  test.end();
});

t.test("trimming gives indices", (test) => {
  test.strictSame(trimmed(" \u00a0a b\t"), { start: 2, end: 5 });
  test.strictSame(trimmed("xx a xx", 2, 5), { start: 3, end: 4 });
  test.strictSame(trimmed("  "), { start: 2, end: 2 });
  test.end();
});

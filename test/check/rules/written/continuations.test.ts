import t from "tap";
import { rows } from "../../subject-for-tests.ts";

const RULES = /continuation/;

const TEXTS: readonly (readonly [name: string, text: string, found: readonly string[]])[] = [
  ["a plain continuation with a comment", "RUN a \\\n# b\n  c", []],
  ["A26 blanks", "RUN a \\ \t\n  c", ["2:8 warning continuation-blanks"]],
  [
    "A26 empty lines",
    "RUN a \\\n\n \n  c",
    ["3:1 warning empty-continuation", "4:1 warning empty-continuation"],
  ],
  ["blanks at the end of a comment within", "RUN a \\\n# b \\ \n  c", []],
  ["empty lines between instructions", "RUN a\n\n\nRUN b", []],
  ["the body of a heredoc", "RUN <<EOF\na \\  \n\nb\nEOF", []],
  [
    "A23 with CR LF",
    "RUN a \\ \r\n\r\n  c\r\n",
    ["2:8 warning continuation-blanks", "3:1 warning empty-continuation"],
  ],
];
for (const [name, text, found] of TEXTS) {
  t.test(name, async (test) => {
    const all = rows(`FROM scratch\n${text}\n`).map((row) => row.trimEnd());
    test.strictSame(
      all.filter((row) => RULES.test(row)),
      found,
    );
  });
}

t.test("A24 with another continuation character", async (test) => {
  test.strictSame(rows("# escape=`\nFROM scratch\nRUN a ` \n b\n").slice(1), [
    "3:8 warning continuation-blanks",
  ]);
});

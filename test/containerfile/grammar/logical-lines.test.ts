import t from "tap";
import { logicalLines } from "../../../lib/containerfile/grammar/logical-lines.ts";
import { rangeFinder } from "../../../lib/containerfile/text-range.ts";

const read = (text: string, escape = "\\"): ReturnType<typeof logicalLines> =>
  logicalLines(text, escape, rangeFinder(text));

const CASES: readonly (readonly [string, string, string[], string?])[] = [
  ["one a line", "A\nB\n", ["A", "B"]],
  ["the last without a line end", "A\nB", ["A", "B"]],
  ["comments and blank lines", "# c\n  # c\n\n \t\nA", ["A"]],
  ["an indented first line loses its blanks", "  A b", ["A b"]],
  ["a continuation keeps the next line's blanks", "A \\\n  b", ["A   b"]],
  ["A26 blanks after the continuation", "A\\ \t\nb", ["Ab"]],
  ["A26 empty lines within a continuation", "A \\\n\n \n\n b", ["A  b"]],
  ["comments within a continuation", "A \\\n# c\n  # d \\\n b", ["A  b"]],
  ["a comment with a continuation does not continue", "# c \\\nA", ["A"]],
  ["A23 CR LF", "A \\\r\n b\r\nC\r\n", ["A  b", "C"]],
  ["a keyword split", "A\\\nB c", ["AB c"]],
  ["a continuation alone", "\\\nA", ["A"]],
  ["a continuation at the end of the file", "A \\", ["A "]],
  ["an empty line after a continuation that ends the file", "A \\\n\n", ["A "]],
  ["two backslashes: the last continues", "A\\\\\nb", ["A\\b"]],
  ["a backtick", "A `\nb\\\nC", ["A b\\", "C"], "`"],
  ["a hash within a line", "A # b\nC", ["A # b", "C"]],
  ["a byte order mark", "\uFEFFA\nB", ["A", "B"]],
];
for (const [name, text, lines, escape] of CASES) {
  t.test(name, (test) => {
    test.strictSame(
      read(text, escape).map((line) => line.text),
      lines,
    );
    test.end();
  });
}

t.test("a part is found in the file across a continuation and a comment", (test) => {
  const text = "A \\\r\n# c\r\n  bc d";
  const [line] = read(text);
  const range = line?.slice(1, 6).range;
  test.equal(text.slice(range?.startOffset, range?.endOffset), " \\\r\n# c\r\n  bc");
  test.strictSame(
    line?.slice(4, 4).range.start,
    { line: 3, column: 3 },
    "an empty part has a place",
  );
  test.equal(line?.slice(4, 6, "x").text, "x");
  test.end();
});

t.test("the range of a line holds the bodies of its heredocs", (test) => {
  const [first, second] = read("RUN <<A <<-B\na\nA\n\tB\nC");
  test.equal(first?.range.end.line, 4);
  test.equal(second?.text, "C");
  test.end();
});

t.test("a heredoc without its end is refused, and one that is unclear", (test) => {
  test.throws(() => read("A\nRUN <<E\nx\n E"), {
    message: "heredoc E has no end at line 2, column 1",
  });
  test.throws(() => read("RUN cat << E\nE"), {
    message: "a heredoc that builders read differently at line 1, column 9",
  });
  test.end();
});

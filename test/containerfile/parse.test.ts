import { readFileSync } from "node:fs";
import t from "tap";
import { parseContainerfile } from "../../lib/containerfile/parse.ts";
import type { TextRange } from "../../lib/containerfile/text-range.ts";
import { PaddockError } from "../../lib/errors.ts";

function fixture(id: string): string {
  return readFileSync(new URL(`../fixtures/cases/${id}/Containerfile`, import.meta.url), "utf8");
}

function refusalOf(text: string): string {
  try {
    parseContainerfile(text);
  } catch (error) {
    if (error instanceof PaddockError && error.code === "containerfile-invalid" && error.fix !== "")
      return error.message;
    throw error;
  }
  return "accepted";
}

const part = (text: string, range: TextRange | undefined): string =>
  text.slice(range?.startOffset, range?.endOffset);

/** Every ARG as name, default as written, text inside its quotes, line, stage. */
function argumentsOf(text: string): unknown[] {
  return parseContainerfile(text).arguments.map(({ name, nameRange, default: value, stage }) => [
    name,
    value === undefined ? undefined : part(text, value.range),
    value === undefined ? undefined : part(text, value.inner.range),
    nameRange.start.line,
    stage,
  ]);
}

t.test("B07 the range of an ARG's default with and without its quotes", (test) => {
  test.strictSame(argumentsOf(fixture("B07")), [
    ["A", '"1.0"', "1.0", 2, 0],
    ["B", "'1.0'", "1.0", 3, 0],
    ["C", '"1.0"', "1.0", 4, 0],
    ["D", "1.0", "1.0", 5, 0],
  ]);
  test.end();
});

t.test("B09 a default over two lines is one range", (test) => {
  const text = fixture("B09");
  test.strictSame(argumentsOf(text), [["V", "1.0\\\n.5", "1.0\\\n.5", 2, 0]]);
  test.equal(parseContainerfile(text).arguments[0]?.default?.text, "1.0.5");
  test.end();
});

t.test("B11 every declaration of a name, with its stage", (test) => {
  test.strictSame(argumentsOf(fixture("B11")), [
    ["V", "0.1", "0.1", 1, undefined],
    ["V", "1.0", "1.0", 3, 0],
    ["V", undefined, undefined, 5, 1],
  ]);
  test.end();
});

t.test("B13 what only looks like an ARG is none", (test) => {
  test.strictSame(argumentsOf(fixture("B13")), [["V", "2.0", "2.0", 6, 0]]);
  test.end();
});

t.test("A24 offsets count a byte order mark, columns do not", (test) => {
  const text = fixture("A24");
  const containerfile = parseContainerfile(text);
  test.strictSame(argumentsOf(text), [["V", "1.0", "1.0", 3, 0]]);
  test.equal(text.charCodeAt(0), 0xfeff);
  test.strictSame(parseContainerfile("\uFEFFFROM a").stages[0].from.range, {
    start: { line: 1, column: 1 },
    end: { line: 1, column: 7 },
    startOffset: 1,
    endOffset: 7,
  });
  test.equal(part(text, containerfile.labels[0]?.range), 'run="podman run `\r\n IMAGE"');
  test.end();
});

t.test("A32 a keyword split, in lower case, indented", (test) => {
  const { labels, stages } = parseContainerfile(fixture("A32"));
  test.strictSame(
    labels.map(({ key, range }) => [key.text, range.start.line, range.start.column]),
    [
      ["a", 3, 5],
      ["Run", 4, 10],
    ],
  );
  test.strictSame(
    stages[0].instructions.map(({ keyword }) => keyword),
    ["LABEL", "LABEL"],
  );
  test.end();
});

t.test("A02 a label knows the stage it stands in", (test) => {
  const { labels, stages } = parseContainerfile(fixture("A02"));
  test.strictSame(
    labels.map(({ key, stage }) => [key.text, stage]),
    [
      ["run", 0],
      ["other", 1],
    ],
  );
  test.strictSame(
    stages.map(({ index, name, from }) => [index, name?.text, from.image.text]),
    [
      [0, "builder", "scratch"],
      [1, undefined, "scratch"],
    ],
  );
  test.end();
});

t.test("A23 the range of a value in a CR LF file", (test) => {
  const text = fixture("A23");
  const [label] = parseContainerfile(text).labels;
  test.equal(part(text, label?.value.range), '"podman run \\\r\n  --rm \\\r\n  IMAGE"');
  test.equal(label?.value.text, '"podman run   --rm   IMAGE"');
  test.strictSame(label?.value.range.end, { line: 4, column: 9 });
  test.end();
});

t.test("the bodies of heredocs are no instructions", (test) => {
  const text =
    "FROM a\nRUN <<A cat <<-B\nLABEL a=1\nA\n\tFROM b\n\tB\nONBUILD RUN <<E\nLABEL b=1\nE\nLABEL c=1\n";
  const { stages, labels } = parseContainerfile(text);
  test.equal(stages.length, 1);
  test.strictSame(
    labels.map(({ key }) => key.text),
    ["c"],
  );
  test.equal(stages[0].instructions[0]?.range.end.line, 6);
  test.end();
});

const REFUSED: readonly (readonly [string, string, string])[] = [
  ["A27 a comment after LABEL", fixture("A27"), "a comment after LABEL at line 2, column 30"],
  [
    "A34 a heredoc as a label's value",
    fixture("A34"),
    "a heredoc as a value, which no builder reads at line 2, column 11",
  ],
  ["A35 CR line ends", fixture("A35"), "file uses CR line ends at line 1, column 13"],
  ["A36 a quote without its end", fixture("A36"), 'a " without its end at line 2, column 11'],
  [
    "B15 a label with one word",
    fixture("B15"),
    "LABEL with a key and no value at line 2, column 7",
  ],
  ["an empty file", "", "no FROM at line 1, column 1"],
  ["a file of comments", "# FROM a\n", "no FROM at line 2, column 1"],
  [
    "an instruction before FROM",
    "ARG A\nENV A=1\nFROM a",
    "ENV before the first FROM at line 2, column 1",
  ],
  [
    "a CR within a line",
    "FROM a\nLABEL a=1\r b=2\n",
    "a CR that is not part of a line end at line 2, column 10",
  ],
  [
    "a byte that is no text",
    "FROM a\nLABEL a=\uFFFD",
    "a character that is not text at line 2, column 9",
  ],
  [
    "a byte order mark in the middle",
    "FROM a\nLABEL a=\uFEFFb",
    "a character that is not text at line 2, column 9",
  ],
  [
    "a quote without its end in a stage that nobody needs",
    "FROM a\nENV A='b\nFROM c",
    "a ' without its end at line 2, column 7",
  ],
  [
    "a quote without its end in a trigger",
    "FROM a\nONBUILD LABEL a='b",
    "a ' without its end at line 2, column 17",
  ],
  [
    "# escape= where only BuildKit sees it",
    "# syntax=x\n# escape=`\nFROM a",
    "# escape= after another directive, where builders disagree about it at line 2, column 1",
  ],
  ["# escape= twice", "# escape=`\n# escape=`\nFROM a", "a second # escape= at line 2, column 1"],
  [
    "# escape= with another character",
    "# escape=x\nFROM a",
    "# escape= with neither \\ nor ` at line 1, column 1",
  ],
  [
    "two readers disagree",
    "FROM a\nLABEL\\\n# c\n a=1\n",
    "an instruction that two readers find in different places at line 4, column 2",
  ],
];
for (const [name, text, message] of REFUSED) {
  t.test(`refused: ${name}`, (test) => {
    test.equal(refusalOf(text), message);
    test.end();
  });
}

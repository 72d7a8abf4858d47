import t from "tap";
import { parseContainerfile } from "../../../lib/containerfile/parse.ts";
import { readDeclarations, readProperties } from "../../../lib/containerfile/grammar/properties.ts";
import { logicalLines } from "../../../lib/containerfile/grammar/logical-lines.ts";
import { rangeFinder } from "../../../lib/containerfile/text-range.ts";

function line(text: string): Parameters<typeof readProperties>[0] {
  const [first] = logicalLines(text, "\\", rangeFinder(text));
  if (first === undefined) throw new Error("no line");
  return first;
}
const rest = (text: string): { text: string; start: number; end: number } => ({
  text,
  start: 0,
  end: text.length,
});

const READ: readonly (readonly [string, string, (readonly [string, string, string])[]])[] = [
  ["one", "a=b", [["a", "b", "b"]]],
  [
    "quoted",
    `a="b c" 'd'='e'`,
    [
      ["a", '"b c"', "b c"],
      ["'d'", "'e'", "e"],
    ],
  ],
  ["two pairs of quotes are not one", `a="b""c"`, [["a", '"b""c"', '"b""c"']]],
  ["an escaped quote within", `a="b\\"c"`, [["a", '"b\\"c"', 'b\\"c']]],
  [
    "an empty value",
    "a= b=",
    [
      ["a", "", ""],
      ["b", "", ""],
    ],
  ],
  ["the first = counts", "a=b=c", [["a", "b=c", "b=c"]]],
  ["A29 the old form takes everything", "flag run=x y", [["flag", "run=x y", "run=x y"]]],
  ["the old form keeps inner blanks", "a  b  'c'", [["a", "b  'c'", "b  'c'"]]],
];
for (const [name, text, properties] of READ) {
  t.test(name, (test) => {
    const found = readProperties(line(text), "LABEL", rest(text), "\\");
    test.strictSame(
      found.map(({ key, value }) => [key.text, value.text, value.inner.text]),
      properties,
    );
    test.end();
  });
}

const REFUSED: readonly (readonly [string, string, string])[] = [
  ["LABEL without a key", "LABEL", "LABEL without a key at line 2, column 1"],
  ["an empty key", "LABEL a=b =c", "a value without a key at line 2, column 12"],
  ["a word without =", "LABEL a=b c", "a word of LABEL without = at line 2, column 11"],
  ["ENV with one word", "ENV A", "ENV with a key and no value at line 2, column 5"],
  [
    "a heredoc in ENV",
    "ENV A=<<E",
    "a heredoc as a value, which no builder reads at line 2, column 7",
  ],
  [
    "only a blank beyond ASCII between key and value",
    "LABEL a\u00a0b",
    "LABEL with a key and no value at line 2, column 7",
  ],
  ["ARG without a name", "ARG", "ARG without a name at line 2, column 1"],
  [
    "an ARG name with a variable",
    "ARG $A=1",
    "an ARG name that is not plain text at line 2, column 5",
  ],
  [
    "an ARG quoted as a whole",
    'ARG "A=1"',
    "an ARG name that is not plain text at line 2, column 5",
  ],
  ["an ARG with an empty name", "ARG =1", "an ARG name that is not plain text at line 2, column 5"],
];
for (const [name, text, message] of REFUSED) {
  t.test(`refused: ${name}`, (test) => {
    test.throws(() => parseContainerfile(`FROM a\n${text}`), { message });
    test.end();
  });
}

t.test("declarations", (test) => {
  const text = `A "B"='x y' C=`;
  const found = readDeclarations(line(text), rest(text), "\\", 3);
  test.strictSame(
    found.map((one) => [
      one.name,
      one.default?.text,
      one.default?.inner.text,
      one.word.text,
      one.stage,
    ]),
    [
      ["A", undefined, undefined, "A", 3],
      ["B", "'x y'", "x y", `"B"='x y'`, 3],
      ["C", "", "", "C=", 3],
    ],
  );
  test.end();
});

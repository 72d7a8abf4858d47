import t from "tap";
import { expandWord } from "../../../../lib/containerfile/evaluation/words/expand-word.ts";
import type {
  Expansion,
  TracedExpansion,
} from "../../../../lib/containerfile/evaluation/words/expansion.ts";

const VARIABLES = new Map([
  ["A", "v"],
  ["B", ""],
  ["é", "accent"],
  ["1", "one"],
  ["S", "/a/b"],
  ["Q", "a 'b' \"c\" $A \\$"],
]);
const DOUBTFUL: Expansion = { value: "d", doubts: [{ message: "doubt", fix: "fix" }] };

function expanded(word: string): TracedExpansion {
  return expandWord(word, {
    lookup: (name) => {
      const value = VARIABLES.get(name);
      return name === "D" ? DOUBTFUL : value === undefined ? undefined : { value, doubts: [] };
    },
    fault: (what, index) => new Error(`${what} at ${String(index)}`),
  });
}

const VALUES: readonly (readonly [string, string, string])[] = [
  ["plain text", "ab", "ab"],
  ["double quotes", '"a b"', "a b"],
  ["single quotes keep everything", `'\\$A "$A" \\'`, '\\$A "$A" \\'],
  ["A14 a variable in single quotes", "'$PWD'", "$PWD"],
  ["parts in a row", `a"b"'c'd`, "abcd"],
  ["B01 an escaped dollar sign in double quotes", '"\\$PWD \\${IMAGE}"', "$PWD ${IMAGE}"],
  ["an escaped quote and backslash in double quotes", '"\\"a\\\\"', '"a\\'],
  ["other escapes in double quotes stay", '"\\t\\n\\a\\`\\\'"', "\\t\\n\\a\\`\\'"],
  ["a backslash outside quotes drops away", "\\t\\ \\$\\'\\\\", "t $'\\"],
  ["a backslash at the end drops away", "a\\", "a"],
  ["a single quote in double quotes", `"it's"`, "it's"],
  ["a variable", '$A ${A} "$A"', "v v v"],
  ["a variable ends where its name ends", "$A.$A/${A}x", "v.v/vx"],
  ["a letter beyond ASCII is part of a name", "${é}$é", "accentaccent"],
  ["a digit alone is a name", "$1x${1}", "onexone"],
  ["a value is not read again", "$Q", "a 'b' \"c\" $A \\$"],
  ["a lone dollar sign", "$ $$ a$", "$ $$ a$"],
  ["a dollar sign before a quote", `$'a'$"b"`, "$a$b"],
  ["B05 a default", "${U:-d}${B:-e}${A:-f}", "dev"],
  ["B05 quotes in a default are read", `\${U:-'a b'}`, "a b"],
  ["a default in a default", "${U:-${B:-$A}}", "v"],
  ["an escaped brace in a default", "${U:-a\\}b}", "a}b"],
  ["an alternative", "${A:+x}${B:+y}${U:+z}", "x"],
  ["a required variable that is there", "${A:?no}", "v"],
  ["A38 a required variable that is empty becomes the text", "${U:?must be set}", "must be set"],
  ["a suffix cut off", "${A%v}.", "."],
  ["an undefined variable has nothing to cut off", "${U%%.*}", ""],
  ["A07 no shell runs", "$(id) `id`", "$(id) `id`"],
];
for (const [name, word, value] of VALUES) {
  t.test(name, (test) => {
    test.equal(expanded(word).value, value);
    test.end();
  });
}

const FORM = "a form that is not read";
const FAULTS: readonly (readonly [string, string, string])[] = [
  ["an open double quote", 'a"b', 'a " without its end at 1'],
  ["an open single quote", "'b", "a ' without its end at 0"],
  ["an escaped quote does not end", '"b\\"', 'a " without its end at 0'],
  ["a backslash at the end of a double quote", '"b\\', 'a " without its end at 0'],
  ["an open brace", "x${A", `\${A, ${FORM} at 1`],
  ["an open default", "${A:-b", "a ${ without its } at 5"],
  ["a default whose quote is open", "${A:-'}", "a ' without its end at 5"],
  ["no name", "${}", `\${}, ${FORM} at 0`],
  ["a name of other characters", "${a-b}", `\${a-b}, ${FORM} at 0`],
  ["a default without its colon", "${U-d}", `\${U-d}, ${FORM} at 0`],
  ["an alternative without its colon", "${A+a}", `\${A+a}, ${FORM} at 0`],
  ["a requirement without its colon", "${U?m}", `\${U?m}, ${FORM} at 0`],
  ["an assignment", "${U:=d}", `\${U:=d}, ${FORM} at 0`],
  ["a pattern of a variable", "${A#$B}", `\${A#$B}, ${FORM} at 0`],
  [
    "a form that is long",
    "${A^^aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}",
    `\${A^^aaaaaaaaaaaaaaaaaaaaaaaaa..., ${FORM} at 0`,
  ],
  ["a star on a path", "${S%b*}", "${S%b*} of a value that builders cut differently at 0"],
  ["a fault in a text that is not used", "${A:-${}}", `\${}, ${FORM} at 5`],
  ["a requirement without text", "${U:?}", "U is required and empty at 0"],
];
for (const [name, word, message] of FAULTS) {
  t.test(`refused: ${name}`, (test) => {
    test.throws(() => expanded(word), { message });
    test.end();
  });
}

const DOUBTS: readonly (readonly [string, string, number])[] = [
  ["an undefined variable", "$U", 1],
  ["an undefined variable, cut", "${U%.*}", 1],
  ["two undefined variables", "$U${V}", 2],
  ["an undefined variable with a default", "${U:-d}", 0],
  ["an undefined variable with an alternative", "${U:+d}", 0],
  ["a text of a requirement", "${U:?text}", 1],
  ["a requirement that is met", "${A:?text}", 0],
  ["a defined and empty variable", "$B", 0],
  ["a doubtful variable", '"$D"', 1],
  ["an alternative for a doubtful variable", "${D:+x}", 1],
  ["a default that is not used", "${A:-$U}", 0],
  ["a default that is used", "${B:-$U}", 1],
];
for (const [name, word, count] of DOUBTS) {
  t.test(`doubts: ${name}`, (test) => {
    test.equal(expanded(word).doubts.length, count);
    test.end();
  });
}

t.test("every stretch of a value knows where in the word it stands", (test) => {
  for (const [name, word, value] of VALUES) {
    const { sources } = expanded(word);
    const length = sources.reduce((sum, source) => sum + source.length, 0);
    test.equal(length, value.length, name);
    for (const source of sources) {
      test.ok(source.start < source.end && source.end <= word.length, name);
      const written = word.slice(source.start, source.end);
      test.equal(source.variable !== undefined, /^\$[{\p{L}\d]/u.test(written), written);
    }
  }
  test.end();
});

/** Of each source: what is written there, how much of the value it is, and how it uses a variable. */
const SOURCES: readonly (readonly [word: string, sources: readonly unknown[]])[] = [
  [
    '"\\$a"',
    [
      ["\\$", 1],
      ["a", 1],
    ],
  ],
  [
    "$A$U",
    [
      ["$A", 1, { name: "A", modifier: "", isDefined: true }],
      ["$U", 0, { name: "U", modifier: "", isDefined: false }],
    ],
  ],
  [
    "${U:-x}",
    [
      ["${U:-x}", 0, { name: "U", modifier: "-", isDefined: false }],
      ["x", 1],
    ],
  ],
  [
    "${A:+x}",
    [
      ["${A:+x}", 0, { name: "A", modifier: "+", isDefined: true }],
      ["x", 1],
    ],
  ],
  ["${A:?x}", [["${A:?x}", 1, { name: "A", modifier: "?", isDefined: true }]]],
  [
    "${U:?x}",
    [
      ["${U:?x}", 0, { name: "U", modifier: "?", isDefined: false }],
      ["x", 1],
    ],
  ],
];
for (const [word, sources] of SOURCES) {
  t.test(`the sources of ${word}`, (test) => {
    test.strictSame(
      expanded(word).sources.map(({ start, end, length, variable }) =>
        [word.slice(start, end), length, variable].filter((part) => part !== undefined),
      ),
      sources,
    );
    test.end();
  });
}

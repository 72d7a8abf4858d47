import t from "tap";
import { markLabel, type MarkedText } from "../../../lib/label/words/marked-text.ts";
import { splitShellWords } from "../../../lib/label/words/shell-words.ts";

function textOf(word: MarkedText): string {
  return word.map((mark) => (mark.kind === "char" ? mark.char : `<${mark.variable}>`)).join("");
}

const splits: readonly [name: string, text: string, words: readonly string[]][] = [
  ["nothing", "", []],
  ["blanks only", " \t\r\n", []],
  ["every blank separates", "a b\tc\rd\ne", ["a", "b", "c", "d", "e"]],
  ["a no-break space does not", "a\u00A0b", ["a\u00A0b"]],
  ["single quotes keep everything", String.raw`'a "b" \ #'`, [String.raw`a "b" \ #`]],
  ["double quotes keep single ones", `"it's"`, ["it's"]],
  [
    "an escape in double quotes takes any character",
    String.raw`"\a\"\\"`,
    [String.raw`a"\ `.trim()],
  ],
  ["an escape outside takes any character", String.raw`\a\ \'\#`, [`a '#`]],
  ["quotes join to one word", `a'b'"c"d`, ["abcd"]],
  ["empty quotes are a word", `'' ""`, ["", ""]],
  ["a comment at a word start", "a # b 'c\nd", ["a", "d"]],
  ["a # inside a word is a character", "a#b #c", ["a#b"]],
  ["a quoted # is a character", `'#' \\# "#"`, ["#", "#", "#"]],
  ["a # after an empty quote is a character", `''#a`, ["#a"]],
  ["a carriage return does not end a comment", "#a\rb\nc", ["c"]],
  ["a backslash in a comment escapes nothing", "#a\\\nb", ["b"]],
  ["an escaped newline is a character", "a\\\nb", ["a\nb"]],
  ["shell operators and globs are characters", "a;b|c>*?~&", ["a;b|c>*?~&"]],
  ["characters beyond ASCII", "é 🙂", ["é", "🙂"]],
];

for (const [name, text, words] of splits) {
  t.test(name, (test) => {
    const split = splitShellWords(markLabel(text));
    test.equal(split.kind, "words");
    if (split.kind === "words") test.same(split.words.map(textOf), words);
    test.end();
  });
}

const broken: readonly [name: string, text: string, kind: string, at: number][] = [
  ["an open single quote", "a 'b", "unclosed-quote", 2],
  ["an open double quote", `ab"c d`, "unclosed-quote", 2],
  ["the last of several quotes", `'a' "b" 'c`, "unclosed-quote", 8],
  ["a quote opened after an escape in quotes", String.raw`"a\"b" "c`, "unclosed-quote", 7],
  [
    "an escape in an open double quote still names the quote",
    String.raw`x "a\"b`,
    "unclosed-quote",
    2,
  ],
  ["an escape at the end", "a b\\", "trailing-escape", 3],
  ["an escape alone", "\\", "trailing-escape", 0],
  ["an escape at the end of an open double quote", `a "b\\`, "trailing-escape", 4],
];

for (const [name, text, kind, at] of broken) {
  t.test(name, (test) => {
    test.same(splitShellWords(markLabel(text)), { kind, at });
    test.end();
  });
}

t.test("a variable is one character of a word, in every state", (test) => {
  const variable = { kind: "variable", variable: "PWD", at: 0 } as const;
  const around: readonly [string, string, readonly string[]][] = [
    ["", "", ["<PWD>"]],
    ["a ", " b", ["a", "<PWD>", "b"]],
    ["a", "b", ["a<PWD>b"]],
    ["'", "'", ["<PWD>"]],
    [`"`, `"`, ["<PWD>"]],
    ["\\", "x", ["<PWD>x"]],
    [`"\\`, `"`, ["<PWD>"]],
    ["a #", "\nb", ["a", "b"]],
  ];
  for (const [before, after, words] of around) {
    const split = splitShellWords([...markLabel(before), variable, ...markLabel(after)]);
    test.same(split.kind === "words" && split.words.map(textOf), words, before + after);
  }
  test.end();
});

import t from "tap";
import { plainWords, quotedWords } from "../../../lib/containerfile/grammar/words.ts";

const span = (text: string): { text: string; start: number; end: number } => ({
  text,
  start: 0,
  end: text.length,
});

const QUOTED: readonly (readonly [string, string, string[], string?])[] = [
  ["blanks separate", "a  b\tc", ["a", "b", "c"]],
  ["quotes hold blanks and stay", `a="b c" d='e f'`, ['a="b c"', "d='e f'"]],
  ["quotes in the middle", `a"b c"d e`, ['a"b c"d', "e"]],
  ["an escaped blank", "a\\ b c", ["a\\ b", "c"]],
  ["an escaped quote", `a\\"b c`, ['a\\"b', "c"]],
  ["an escape within double quotes", `"a\\" b" c`, ['"a\\" b"', "c"]],
  ["no escape within single quotes", `'a\\' b`, ["'a\\'", "b"]],
  ["an open quote takes the rest", `a "b c`, ["a", '"b c']],
  ["an escape at the end drops away", "a b\\", ["a", "b"]],
  ["an escape alone at the end is no word", "a \\", ["a"]],
  ["another escape character", "a` b\\ c", ["a` b\\", "c"], "`"],
  ["a blank beyond ASCII separates", "a\u00a0b", ["a", "b"]],
  ["nothing", "  ", []],
];
for (const [name, text, words, escape] of QUOTED) {
  t.test(`quoted: ${name}`, (test) => {
    test.strictSame(
      quotedWords(text, span(text), escape ?? "\\").map((word) => word.text),
      words,
    );
    test.end();
  });
}

t.test("plain words know no quotes, and only ASCII blanks", (test) => {
  const text = `"a b" \\ c\u00a0d`;
  test.strictSame(
    plainWords(text, span(text)).map((word) => word.text),
    ['"a', 'b"', "\\", "c\u00a0d"],
  );
  test.end();
});

import t from "tap";
import { quoteAssignment, quoteForUnit } from "../../lib/schedule/quote-for-unit.ts";

const rows: readonly [name: string, word: string, program: string, argument: string][] = [
  ["a plain path", "/usr/bin/node", "/usr/bin/node", "/usr/bin/node"],
  ["a blank", "/a b", '"/a b"', '"/a b"'],
  ["quotes and a backslash", `/a"b'\\`, `"/a\\"b'\\\\"`, `"/a\\"b'\\\\"`],
  ["a percent sign, which begins a specifier", "/100%h", "/100%%h", "/100%%h"],
  ["a dollar, which begins a variable in an argument only", "/a$b", "/a$b", "/a$$b"],
  ["a semicolon, which would end the command", ";", '";"', '";"'],
  ["an empty word", "", '""', '""'],
  ["letters of another script", "/é", '"/é"', '"/é"'],
];
for (const [name, word, program, argument] of rows) {
  t.test(name, (test) => {
    test.equal(quoteForUnit(word, "program"), program);
    test.equal(quoteForUnit(word, "argument"), argument);
    test.end();
  });
}

t.test("an assignment keeps its dollar", (test) => {
  test.equal(quoteAssignment("PATH", "/a$b:/c d:%"), '"PATH=/a$b:/c d:%%"');
  test.end();
});

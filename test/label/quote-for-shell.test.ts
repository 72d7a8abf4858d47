import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import t from "tap";
import { quoteForShell } from "../../lib/label/quote-for-shell.ts";

const rows: readonly [name: string, argv: readonly string[], shown: string][] = [
  [
    "plain words",
    ["podman", "run", "--memory=8g", "-v", "/a:/b,z"],
    "podman run --memory=8g -v /a:/b,z",
  ],
  ["C38 a blank", ["-v", "/a b:/w"], "-v '/a b:/w'"],
  ["an empty word", ["a", ""], "a ''"],
  ["a quote", ["it's"], String.raw`'it'\''s'`],
  ["what a shell expands", ["$HOME", "~", "*", "a#b", "{a,b}"], "'$HOME' '~' '*' 'a#b' '{a,b}'"],
  ["an assignment in the program's place", ["a=b", "a=b"], "'a=b' a=b"],
  ["a leading = is a path search in some shells", ["x", "=ls"], "x '=ls'"],
  ["a newline and a tab", ["a\nb\tc"], String.raw`$'a\nb\tc'`],
  ["an escape sequence", ["\u001B[31m'\\"], String.raw`$'\033[31m\'\\'`],
  ["a control beyond ASCII", ["\u009Bx"], String.raw`$'\302\233x'`],
  ["a change of direction", ["\u202Ea"], String.raw`$'\342\200\256a'`],
  ["letters beyond ASCII", ["é🙂"], "'é🙂'"],
];

for (const [name, argv, shown] of rows) {
  t.test(name, (test) => {
    test.equal(quoteForShell(argv), shown);
    test.end();
  });
}

t.test("a shell reads back the same words, and nothing in it hurts a terminal", (test) => {
  const word = fc.string({ unit: "binary" }).filter((text) => !text.includes("\0"));
  const samples = fc.sample(fc.array(word, { minLength: 1, maxLength: 4 }), 300);
  for (const argv of samples) test.notMatch(quoteForShell(argv), /\p{Cc}/u);
  const script = samples.map((argv) => `printf '%s\\0' ${quoteForShell(argv)}`).join("\n");
  const output = execFileSync("bash", ["-c", script], {
    encoding: "utf8",
    env: { LC_ALL: "C.UTF-8" },
  });
  test.same(output.split("\0").slice(0, -1), samples.flat());
  test.end();
});

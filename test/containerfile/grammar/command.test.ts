import t from "tap";
import { splitCommand } from "../../../lib/containerfile/grammar/command.ts";

const CASES: readonly (readonly [string, string, string, string[], string])[] = [
  ["keyword and rest", "label a=b  c ", "LABEL", [], "a=b  c"],
  ["a keyword alone", " RUN ", "RUN", [], ""],
  ["flags", "COPY --from=a --chown=1 x y", "COPY", ["--from=a", "--chown=1"], "x y"],
  [
    "flags lose quotes and escapes",
    `RUN --mount="a b" --x='c'\\ d e`,
    "RUN",
    ["--mount=a b", "--x=c d"],
    "e",
  ],
  ["-- ends the flags", "RUN --a -- --b c", "RUN", ["--a"], "--b c"],
  ["one dash is no flag", "CMD -a --b", "CMD", [], "-a --b"],
  ["a flag alone", "RUN --a", "RUN", ["--a"], ""],
  ["a flag whose quote is open", 'RUN --a="b c', "RUN", ["--a=b c"], ""],
  ["a flag that ends in a backslash", "RUN --a\\", "RUN", ["--a"], ""],
  ["other blanks than ASCII do not end a keyword", "LABEL\u00a0a b", "LABEL\u00a0A", [], "b"],
  ["other blanks than ASCII are trimmed", "LABEL \u00a0a\u2003", "LABEL", [], "a"],
  ["a vertical tab and a form feed are blanks", "LABEL\v\fa", "LABEL", [], "a"],
];
for (const [name, line, keyword, flags, rest] of CASES) {
  t.test(name, (test) => {
    const command = splitCommand(line);
    test.equal(command.keyword.text, keyword);
    test.strictSame(
      command.flags.map(({ text }) => text),
      flags,
    );
    test.equal(command.rest.text, rest);
    test.equal(line.slice(command.rest.start, command.rest.end), rest);
    test.end();
  });
}

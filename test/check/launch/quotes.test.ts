import t from "tap";
import { quietFile, rows } from "../subject-for-tests.ts";

const RULES = /(?:path|lost)-quotes/;

const WORDS: readonly (readonly [words: string, found: readonly string[]])[] = [
  ["-v $PWD:/w:ro", ["warning path-quotes \\$PWD:/w:ro"]],
  ['-v "$PWD:/w:ro"', ["warning path-quotes \\$PWD:/w:ro"]],
  [`-v "'$PWD:/w:ro'"`, []],
  [`-v '"$PWD:/w:ro"'`, []],
  ["--workdir $HOME/x", ["warning path-quotes \\$HOME/x"]],
  [`-v "'$PWD:/w:ro'" -v $PWD:/v:ro`, ["warning path-quotes \\$PWD:/v:ro"]],
  ["-e 'A=b c'", ["error lost-quotes A=b c"]],
  [`-e "'A=b c'"`, []],
  ['--detach-keys "" --init=false', ['error lost-quotes \\"\\"']],
  ["--detach-keys ''", ["error lost-quotes ''"]],
  [`--detach-keys "''" -e A=""`, []],
  ["-e A=b\\ c", ["error lost-quotes A=b\\\\ c"]],
];
for (const [words, found] of WORDS) {
  t.test(words, async (test) => {
    const all = rows(quietFile(words)).map((row) => row.slice(row.indexOf(" ") + 1));
    test.strictSame(
      all.filter((row) => RULES.test(row)),
      found,
    );
  });
}

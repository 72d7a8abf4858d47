import t from "tap";
import { readBuildArguments } from "../../../lib/commands/line/build-arguments.ts";
import { PaddockError } from "../../../lib/errors.ts";

const rows: readonly [name: string, words: readonly string[], read: Record<string, string>][] = [
  ["none", [], {}],
  ["several", ["A=1", "B=2"], { A: "1", B: "2" }],
  ["an equals sign in the value", ["A=b=c"], { A: "b=c" }],
  ["an empty value", ["A="], { A: "" }],
  ["a newline in the value", ["A=b\nc"], { A: "b\nc" }],
  ["the last one wins", ["A=1", "A=2"], { A: "2" }],
];
for (const [name, words, read] of rows) t.same(readBuildArguments(words), read, name);

for (const word of ["", "A", "=x", "1A=x", "a-b=x", "A B=x"]) {
  t.throws(() => readBuildArguments([word]), { code: "usage" }, JSON.stringify(word));
}

try {
  readBuildArguments(["pass-word=hunter2"]);
  t.fail("it was taken");
} catch (error) {
  if (!(error instanceof PaddockError)) throw error;
  t.notMatch(`${error.message} ${error.fix}`, /hunter2|pass-word/, "the word may be a secret");
}

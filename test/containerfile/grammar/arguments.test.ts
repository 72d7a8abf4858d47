import t from "tap";
import { PaddockError } from "../../../lib/errors.ts";
import { parseContainerfile } from "../../../lib/containerfile/parse.ts";
import { readArguments } from "../../../lib/containerfile/grammar/arguments.ts";
import { rangeFinder } from "../../../lib/containerfile/text-range.ts";

function read(keyword: string, rest: string): readonly string[] | undefined {
  const range = rangeFinder("")(0, 0);
  const words = rest === "" ? [] : rest.split(" ").map((text) => ({ text, range }));
  return readArguments({ keyword, keywordRange: range, rest: { text: rest, range }, words });
}

const ACCEPTED: readonly (readonly [string, string, string[] | undefined])[] = [
  ["RUN", "a", undefined],
  ["RUN", '["a", "b"]', ["a", "b"]],
  ["RUN", '["a"', undefined],
  ["CMD", "", undefined],
  ["ENTRYPOINT", "[]", []],
  ["SHELL", '["a"]', ["a"]],
  ["USER", "[1]", undefined],
  ["COPY", "a b", undefined],
];
for (const [keyword, rest, json] of ACCEPTED) {
  t.test(`${keyword} ${rest}`, (test) => {
    test.strictSame(read(keyword, rest), json);
    test.end();
  });
}

const REFUSED: readonly (readonly [string, string, string])[] = [
  ["FOO", "a", "unknown instruction FOO at line 1, column 1"],
  ["F\u001b", "a", "unknown instruction F? at line 1, column 1"],
  ["RUN", "", "RUN with too few words at line 1, column 1"],
  ["COPY", "a", "COPY with too few words at line 1, column 1"],
  ["COPY", '["a"]', "COPY with too few words at line 1, column 1"],
  ["SHELL", "a", "SHELL without a JSON list at line 1, column 1"],
  ["CMD", "[1]", "CMD with a JSON list of something else than texts at line 1, column 1"],
];
for (const [keyword, rest, message] of REFUSED) {
  t.test(`refused: ${keyword} ${rest}`, (test) => {
    test.throws(() => read(keyword, rest), { message });
    test.end();
  });
}

t.test("A34 the advice for an unknown instruction names the continuation", (test) => {
  let advice = "";
  try {
    parseContainerfile("FROM a\npodman run\n");
  } catch (error) {
    advice = error instanceof PaddockError ? error.fix : "";
  }
  test.match(advice, /continuation/);
  test.end();
});

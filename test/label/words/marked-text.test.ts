import t from "tap";
import {
  charAt,
  equalsText,
  markInserted,
  markLabel,
  replaceAll,
  startsAt,
} from "../../../lib/label/words/marked-text.ts";

const value = { kind: "variable", variable: "NAME", at: 7 } as const;

t.test("a character knows its offset, an inserted one that of what it replaces", (test) => {
  test.same(
    markLabel("ab").map((mark) => mark.at),
    [0, 1],
  );
  test.same(
    markInserted("ab", 5).map((mark) => mark.at),
    [5, 5],
  );
  test.end();
});

t.test("a variable equals no character", (test) => {
  test.equal(charAt([value], 0), undefined);
  test.notOk(startsAt([value], 0, "N"));
  test.ok(startsAt([...markLabel("xN"), value], 1, "N"));
  test.notOk(equalsText([...markLabel("N"), value], "N"));
  test.ok(equalsText(markLabel("NAME"), "NAME"));
  test.end();
});

t.test("a replacement is not searched again", (test) => {
  const replaced = replaceAll(markLabel("aaXa"), "a", (at) => markInserted("aa", at));
  test.same(
    replaced.map((mark) => [mark.kind === "char" && mark.char, mark.at]),
    [
      ["a", 0],
      ["a", 0],
      ["a", 1],
      ["a", 1],
      ["X", 2],
      ["a", 3],
      ["a", 3],
    ],
  );
  test.end();
});

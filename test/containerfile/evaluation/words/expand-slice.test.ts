import t from "tap";
import {
  checkSlice,
  expandSlice,
} from "../../../../lib/containerfile/evaluation/words/expand-slice.ts";
import { rangeFinder } from "../../../../lib/containerfile/text-range.ts";

const slice = (text: string): Parameters<typeof checkSlice>[0] => ({
  text,
  range: rangeFinder(`\n  ${text}`)(3, 3 + text.length),
});

t.test("a fault is placed where the part begins", (test) => {
  test.throws(() => expandSlice(slice("a'b"), () => undefined), {
    message: "a ' without its end at line 2, column 3",
  });
  test.throws(() => checkSlice(slice("${A-b}")), {
    message: "${A-b}, a form that is not read at line 2, column 3",
  });
  test.end();
});

t.test("what only lacks a value is no fault of the text", (test) => {
  test.doesNotThrow(() => checkSlice(slice("${A:?}")));
  test.equal(expandSlice(slice("a$B"), () => ({ value: "b", doubts: [] })).value, "ab");
  test.end();
});

import t from "tap";
import { isTextMap, readJsonObject } from "../lib/json-object.ts";

t.same(readJsonObject('{"a":[1]}'), { a: [1] });
for (const text of [undefined, "", "{", "null", "[]", "7", '"x"']) {
  t.equal(readJsonObject(text), undefined, String(text));
}
t.equal(isTextMap({ a: "b" }), true);
t.equal(isTextMap({}), true);
for (const value of [{ a: 1 }, { a: null }, [], "a", null, undefined])
  t.equal(isTextMap(value), false);

import * as fc from "fast-check";
import t from "tap";
import { csvField, readCsvRecord } from "../../../lib/policy/argv/csv.ts";

// As Go's encoding/csv reads them, seen through podman create --cap-add and --mount.
const READ: readonly (readonly [string, readonly string[]])[] = [
  ["", []],
  ["a", ["a"]],
  ["a,b", ["a", "b"]],
  ["a,", ["a", ""]],
  [",", ["", ""]],
  ['"a,b",c', ["a,b", "c"]],
  ['"a""b"', ['a"b']],
  ['""', [""]],
  ['"a\nb",c', ["a\nb", "c"]],
  [" a , b", [" a ", " b"]],
];
for (const [text, fields] of READ) {
  t.test(`reads ${JSON.stringify(text)}`, async (test) => {
    test.same(readCsvRecord(text), fields);
  });
}

for (const text of ['a"b', '"a', '"a"b', "a\nb", "a\r", '"a"\n"b"']) {
  t.test(`refuses ${JSON.stringify(text)}`, async (test) => {
    test.throws(() => readCsvRecord(text), { code: "argv-invalid" });
  });
}

t.test("what is written is read back", async (test) => {
  const texts = fc.array(
    fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", " ", "=", ":", "é") }),
    {
      minLength: 1,
    },
  );
  fc.assert(
    fc.property(texts, (fields) => {
      const record = fields.map(csvField).join(",");
      return record === "" || test.strictSame(readCsvRecord(record), fields);
    }),
  );
});

t.test("a carriage return cannot be written down", async (test) => {
  test.throws(() => csvField("a\r\nb"), { code: "refused" });
  test.throws(() => csvField("a\r"), { code: "refused" });
});

import t from "tap";
import { readTrim } from "../../../../lib/containerfile/evaluation/words/trim-value.ts";

/** What Podman 5.4.2 stores for `${V...}`; undefined where we do not read it. */
const TRIMS: readonly (readonly [form: string, value: string, stored: string | undefined])[] = [
  ["%.*", "v1.2.3", "v1.2"],
  ["%%.*", "v1.2.3", "v1"],
  ["#*.", "v1.2.3", "2.3"],
  ["##*.", "v1.2.3", "3"],
  ["#v", "v1.2.3", "1.2.3"],
  ["%3", "v1.2.3", "v1.2."],
  ["%x", "v1.2.3", "v1.2.3"],
  ["#*x", "v1.2.3", "v1.2.3"],
  ["/./-", "v1.2.3", "v1-2.3"],
  ["//./-", "v1.2.3", "v1-2-3"],
  ["/.", "v1.2.3", "v12.3"],
  ["/./", "v1.2.3", "v12.3"],
  ["/1.2/a b", "v1.2.3", "va b.3"],
  ["/nope/x", "v1.2.3", "v1.2.3"],
  ["/+/x", "a+b+c", "axb+c"],
  ["#a", "/a/b", "/a/b"],
  ["/a/x", "/a/b", "/x/b"],
  // What this builder reads otherwise than a shell, or what another may.
  ["%%3", "v1.2.3", undefined],
  ["##v", "v1.2.3", undefined],
  ["##v*", "v1.2.3", undefined],
  ["%*3", "v1.2.3", undefined],
  ["#*", "v1.2.3", undefined],
  ["%*.*", "v1.2.3", undefined],
  ["#?", "v1.2.3", undefined],
  ["#[v]", "v1.2.3", undefined],
  ["/1*3/x", "v1.2.3", undefined],
  ["/./$0", "v1.2.3", undefined],
  ["%/*", "/a/b", undefined],
  ["%b*", "/a/b", undefined],
  ["%é", "é", undefined],
  ["%x", "é", undefined],
  ["%", "v", undefined],
  ["/", "v", undefined],
];
for (const [form, value, stored] of TRIMS) {
  t.test(`B05 \${V${form}} of ${value}`, async (test) => {
    const trim = readTrim(`\${V${form}}.`, 3);
    test.equal(trim?.apply(value), stored);
    if (trim !== undefined) test.equal(trim.length, form.length + 1);
  });
}

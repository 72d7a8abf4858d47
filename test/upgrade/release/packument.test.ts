import t from "tap";
import { PaddockError } from "../../../lib/errors.ts";
import { readPackument } from "../../../lib/upgrade/release/packument.ts";
import { casePackument } from "../packument-for-tests.ts";

const release = { name: "agent-cli", version: "1.0.0", dist: {} };

const REFUSED: readonly (readonly [name: string, document: unknown, code: string])[] = [
  ["null", null, "registry-answer-invalid"],
  ["a list", [], "registry-answer-invalid"],
  ["a text", "<html>", "registry-answer-invalid"],
  ["another package", { name: "other", versions: { "1.0.0": release } }, "registry-answer-invalid"],
  ["versions that are a list", { versions: ["1.0.0"] }, "registry-answer-invalid"],
  [
    "tags that are a text",
    { versions: { "1.0.0": release }, "dist-tags": "latest" },
    "registry-answer-invalid",
  ],
  ["only releases that cannot be read", { versions: { "1.0.0": 7 } }, "registry-answer-invalid"],
  ["D12 an empty object", {}, "package-unknown"],
  ["D12 no versions", { name: "agent-cli", versions: {} }, "package-unknown"],
];

for (const [name, document, code] of REFUSED) {
  t.test(`refused: ${name}`, (t) => {
    try {
      readPackument("agent-cli", document);
      t.fail("not refused");
    } catch (error) {
      t.ok(error instanceof PaddockError);
      t.equal(error instanceof PaddockError ? error.code : "", code);
    }
    t.end();
  });
}

t.test("D12 whole package unpublished", (t) => {
  const packument = casePackument("D12");
  t.equal(packument.unpublishedAt, "2016-12-07T16:28:02.949Z");
  t.equal(packument.versions.size, 0);
  t.end();
});

t.test("D09 no time map is kept apart from an empty one", (t) => {
  t.equal(casePackument("D09").time, undefined);
  const empty = readPackument("agent-cli", { versions: { "1.0.0": release }, time: {} });
  t.strictSame(empty.time, {});
  t.end();
});

t.test("tags, times and releases", (t) => {
  const packument = casePackument("D24");
  t.strictSame(packument.distTags, { latest: "1.0.1" });
  t.strictSame([...packument.versions.keys()], ["1.0.0", "1.0.1"]);
  t.equal(packument.time?.["1.0.1"], "2026-11-29T11:00:00.000Z");
  t.end();
});

t.test("a release that cannot be read does not hide the others", (t) => {
  const versions = { "1.0.0": release, "1.0": release, "2.0.0": { ...release, version: "1.0.0" } };
  t.strictSame([...readPackument("agent-cli", { versions }).versions.keys()], ["1.0.0"]);
  t.end();
});

import tap from "tap";
import { PaddockError } from "../../../lib/errors.ts";
import type { JsonObject } from "../../../lib/json-object.ts";
import { askPackages } from "../../../lib/upgrade/plan/ask-packages.ts";
import { integrityOf } from "../packument-for-tests.ts";

function document(name: string, optional: Readonly<Record<string, string>> = {}): JsonObject {
  const release = {
    name,
    version: "1.0.0",
    optionalDependencies: optional,
    dist: { integrity: integrityOf(name) },
  };
  return { name, "dist-tags": { latest: "1.0.0" }, versions: { "1.0.0": release } };
}

tap.test("each package once, then those that hold the native code for this machine", async (t) => {
  const asked: string[] = [];
  const documents: Readonly<Record<string, JsonObject>> = {
    one: document("one", { "one-linux-x64": "1.0.0", "one-darwin-arm64": "1.0.0" }),
    "one-linux-x64": document("one-linux-x64"),
    odd: { name: "odd", versions: 5 },
  };
  const packument = async (name: string): Promise<JsonObject> => {
    asked.push(name);
    const found = documents[name];
    if (found) return await Promise.resolve(found);
    throw new PaddockError("package-unknown", `no ${name}`, { fix: "x" });
  };
  const answers = await askPackages({ packument }, ["one", "none", "one", "odd"], ["linux-x64"]);
  t.same(asked, ["one", "none", "odd", "one-linux-x64"]);
  t.match(answers.packuments.get("one"), { name: "one" });
  t.match(
    answers.packuments.get("none"),
    { code: "package-unknown" },
    "one that fails is an answer",
  );
  t.match(answers.packuments.get("odd"), { code: "registry-answer-invalid" });
  t.same([...answers.platformPackuments.keys()], ["one-linux-x64"]);
});

tap.test("a failure of our own is no answer of the registry", async (t) => {
  const registry = { packument: () => Promise.reject(new TypeError("ours")) };
  await t.rejects(askPackages(registry, ["one"], []), TypeError);
});

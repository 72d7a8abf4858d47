import { generateKeyPairSync } from "node:crypto";
import t from "tap";
import { readRegistryKeys } from "../../../lib/upgrade/trust/registry-keys.ts";

const { publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const key = publicKey.export({ type: "spki", format: "der" }).toString("base64");

const ROWS: readonly (readonly [
  name: string,
  document: unknown,
  ids: readonly string[] | undefined,
])[] = [
  ["one key", { keys: [{ keyid: "a", key, expires: null }] }, ["a"]],
  ["a key that expires", { keys: [{ keyid: "a", key, expires: "2026-01-01T00:00:00Z" }] }, ["a"]],
  ["an expiry that is no time", { keys: [{ keyid: "a", key, expires: "soon" }] }, []],
  ["no id", { keys: [{ key }] }, []],
  ["no key", { keys: [{ keyid: "a" }] }, []],
  ["a key that is none", { keys: [{ keyid: "a", key: "AAAA" }] }, []],
  ["one that cannot be read beside one that can", { keys: [7, { keyid: "b", key }] }, ["b"]],
  ["no list", { keys: {} }, []],
  ["an empty list", { keys: [] }, undefined],
  ["a document of something else", {}, undefined],
  ["nothing", undefined, undefined],
];
for (const [name, document, ids] of ROWS) {
  t.test(name, (t) => {
    t.strictSame(
      readRegistryKeys(document)?.map(({ keyId }) => keyId),
      ids,
    );
    t.end();
  });
}

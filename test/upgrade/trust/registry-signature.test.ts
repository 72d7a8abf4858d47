import { generateKeyPairSync, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import t from "tap";
import type { Release } from "../../../lib/upgrade/release/release.ts";
import { readRegistryKeys } from "../../../lib/upgrade/trust/registry-keys.ts";
import { checkSignature } from "../../../lib/upgrade/trust/registry-signature.ts";
import { integrityOf, packumentOf } from "../packument-for-tests.ts";

const pair = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const other = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const integrity = integrityOf("agent-cli@1.0.0");

function published(key: KeyObject, keyid: string, expires: string | null = null): object {
  return {
    keyid,
    keytype: "ecdsa-sha2-nistp256",
    scheme: "ecdsa-sha2-nistp256",
    key: key.export({ type: "spki", format: "der" }).toString("base64"),
    expires,
  };
}

function signed(message: string, keyid = "SHA256:one", key = pair.privateKey): object {
  return { keyid, sig: sign("sha256", Buffer.from(message), key).toString("base64") };
}

function releaseWith(...signatures: readonly unknown[]): Release {
  const release = packumentOf({ "1.0.0": { dist: { signatures } } }).versions.get("1.0.0");
  if (release === undefined) throw new Error("no release");
  return release;
}

const keys = readRegistryKeys({ keys: [published(pair.publicKey, "SHA256:one")] });
const both = readRegistryKeys({
  keys: [published(pair.publicKey, "SHA256:one"), published(other.publicKey, "SHA256:two")],
});
const right = `agent-cli@1.0.0:${integrity}`;
const time = new Date("2026-01-01T00:00:00Z");

t.test("valid: names the key", (t) => {
  t.strictSame(checkSignature(releaseWith(signed(right)), keys, time), {
    verdict: "ok",
    keyId: "SHA256:one",
  });
  const two = releaseWith(signed(right), signed(right, "SHA256:two", other.privateKey));
  t.equal(checkSignature(two, both, time).verdict, "ok");
  t.end();
});

const WRONG: readonly (readonly [name: string, signatures: readonly unknown[], reason: RegExp])[] =
  [
    ["another version", [signed(`agent-cli@1.0.1:${integrity}`)], /is wrong/u],
    ["another package", [signed(`agent@1.0.0:${integrity}`)], /is wrong/u],
    ["another content", [signed(`agent-cli@1.0.0:${integrityOf("x")}`)], /is wrong/u],
    ["another key under the same id", [signed(right, "SHA256:one", other.privateKey)], /is wrong/u],
    [
      "a key that is not published",
      [signed(right, "SHA256:three")],
      /does not publish the key SHA256:three/u,
    ],
    [
      "a good one and a wrong one",
      [signed(right), signed("x", "SHA256:two", other.privateKey)],
      /is wrong/u,
    ],
    ["no base64", [{ keyid: "SHA256:one", sig: "??" }], /is wrong/u],
    ["no shape", ["x"], /does not publish the key/u],
  ];
for (const [name, signatures, reason] of WRONG) {
  t.test(`wrong: ${name}`, (t) => {
    const { verdict } = checkSignature(releaseWith(...signatures), both, time);
    t.type(verdict, "object");
    t.match(verdict, { failed: reason });
    t.end();
  });
}

t.test("missing: a registry that signs, and a release that it did not sign", (t) => {
  t.match(checkSignature(releaseWith(), keys, time).verdict, { failed: /has no signature/u });
  t.end();
});

t.test(
  "missing: a registry that publishes no keys offers nothing, even where signatures are passed on",
  (t) => {
    t.strictSame(checkSignature(releaseWith(), undefined, time), { verdict: "not offered" });
    t.strictSame(checkSignature(releaseWith(signed(right)), undefined, time), {
      verdict: "not offered",
    });
    t.end();
  },
);

t.test("an empty list of keys is not the same as none", (t) => {
  t.match(checkSignature(releaseWith(signed(right)), [], time).verdict, {
    failed: /does not publish/u,
  });
  t.end();
});

const expiring = readRegistryKeys({
  keys: [published(pair.publicKey, "SHA256:one", "2026-01-01T00:00:00.000Z")],
});
const EXPIRY: readonly (readonly [name: string, publishedAt: Date | undefined, ok: boolean])[] = [
  ["published before the key expired", new Date("2025-12-31T23:59:59Z"), true],
  ["published after", new Date("2026-01-01T00:00:00Z"), false],
  ["published no one knows when", undefined, false],
];
for (const [name, publishedAt, ok] of EXPIRY) {
  t.test(name, (t) => {
    const { verdict } = checkSignature(releaseWith(signed(right)), expiring, publishedAt);
    t.equal(verdict === "ok", ok);
    t.end();
  });
}

import { createHash, generateKeyPairSync, sign } from "node:crypto";
import t from "tap";
import { createRegistry, REGISTRY_LIMITS } from "../../../lib/host/registry/registry.ts";
import { isTrusted, verifyRelease } from "../../../lib/upgrade/trust/verify-release.ts";
import type { Trust } from "../../../lib/upgrade/trust/verify-release.ts";
import {
  fakeRegistry,
  patienceAt,
  reply,
  settingsFor,
} from "../../host/registry/registry-for-tests.ts";
import type { Reply } from "../../host/registry/registry-for-tests.ts";
import { packumentOf } from "../packument-for-tests.ts";
import { testSigstore } from "./sigstore-for-tests.ts";
import type { TestSigstore } from "./sigstore-for-tests.ts";

const archive = "archive";
const hash = createHash("sha512").update(archive);
const hex = hash.copy().digest("hex");
const integrity = `sha512-${hash.digest("base64")}`;
const pair = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const keys = JSON.stringify({
  keys: [
    {
      keyid: "SHA256:k",
      key: pair.publicKey.export({ type: "spki", format: "der" }).toString("base64"),
      expires: null,
    },
  ],
});
const signature = sign(
  "sha256",
  Buffer.from(`agent-cli@1.0.0:${integrity}`),
  pair.privateKey,
).toString("base64");

const FULL = {
  "/agent-cli/-/agent-cli-1.0.0.tgz": { status: 200, body: archive },
  "/-/npm/v1/keys": { status: 200, body: keys },
} satisfies Readonly<Record<string, Reply>>;
const ATTESTATIONS = "/-/npm/v1/attestations/agent-cli@1.0.0";
const attested = {
  signatures: [{ keyid: "SHA256:k", sig: signature }],
  attestations: { url: `https://public.example${ATTESTATIONS}` },
};

async function verify(
  t: Parameters<typeof fakeRegistry>[0],
  paths: Readonly<Record<string, Reply>>,
  dist: object,
  sigstore: TestSigstore,
): Promise<Trust> {
  const fake = await fakeRegistry(t, (request, response) =>
    reply(response, paths[request.url ?? ""] ?? { status: 404, body: "{}" }),
  );
  const settings = await settingsFor(t, `registry=${fake.address}`);
  const packument = packumentOf({
    "1.0.0": { repository: "owner/agent", dist: { integrity, ...dist } },
  });
  const release = packument.versions.get("1.0.0");
  if (release === undefined) throw new Error("no release");
  return verifyRelease(release, {
    registry: createRegistry(settings, REGISTRY_LIMITS, patienceAt()),
    verifyBundle: sigstore.verifier,
    publishedAt: new Date(),
  });
}

t.test("a release over the wire, with everything real", async (t) => {
  const sigstore = await testSigstore(t, "sigstore");
  const statement = {
    _type: "https://in-toto.io/Statement/v1",
    subject: [{ name: "pkg:npm/agent-cli@1.0.0", digest: { sha512: hex } }],
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {},
  };
  const bundle = await sigstore.attest(statement, {
    iss: "https://token.actions.githubusercontent.com",
    sub: "https://github.com/owner/agent/.github/workflows/release.yml@refs/tags/v1.0.0",
    repository: "owner/agent",
  });
  const served = { status: 200, body: JSON.stringify({ attestations: [{ bundle }] }) };

  await t.test("all is offered and holds", async (t) => {
    const trust = await verify(t, { ...FULL, [ATTESTATIONS]: served }, attested, sigstore);
    t.match(trust, {
      integrity: "ok",
      signature: { verdict: "ok", keyId: "SHA256:k" },
      provenance: { verdict: "ok", workflow: { repository: "github.com/owner/agent" } },
    });
    t.ok(isTrusted(trust));
  });

  await t.test("a mirror offers neither", async (t) => {
    const paths = { "/agent-cli/-/agent-cli-1.0.0.tgz": FULL["/agent-cli/-/agent-cli-1.0.0.tgz"] };
    for (const dist of [{}, attested]) {
      const trust = await verify(t, paths, dist, sigstore);
      t.strictSame(trust, {
        integrity: "ok",
        signature: { verdict: "not offered" },
        provenance: { verdict: "not offered" },
      });
      t.ok(isTrusted(trust));
    }
  });

  const FAILING: readonly (readonly [
    name: string,
    paths: Readonly<Record<string, Reply>>,
    dist: object,
    failed: keyof Trust,
  ])[] = [
    [
      "other bytes",
      { ...FULL, "/agent-cli/-/agent-cli-1.0.0.tgz": { status: 200, body: "x" } },
      { signatures: attested.signatures },
      "integrity",
    ],
    [
      "no archive",
      { "/-/npm/v1/keys": FULL["/-/npm/v1/keys"] },
      { signatures: attested.signatures },
      "integrity",
    ],
    ["a weak integrity", FULL, { integrity: "sha512-AAAA" }, "integrity"],
    ["no signature", FULL, {}, "signature"],
    [
      "the keys cannot be had",
      { ...FULL, "/-/npm/v1/keys": { status: 500 } },
      attested,
      "signature",
    ],
    [
      "the keys are a page",
      { ...FULL, "/-/npm/v1/keys": { status: 200, body: "<html>" } },
      attested,
      "signature",
    ],
    [
      "the attestations cannot be had",
      { ...FULL, [ATTESTATIONS]: { status: 503 } },
      attested,
      "provenance",
    ],
    ["no address of the attestations", FULL, { ...attested, attestations: {} }, "provenance"],
  ];
  for (const [name, paths, dist, failed] of FAILING) {
    await t.test(`failed: ${name}`, async (t) => {
      const trust = await verify(t, paths, dist, sigstore);
      const verdict = failed === "integrity" ? trust.integrity : trust[failed].verdict;
      t.type(verdict, "object");
      t.notOk(isTrusted(trust));
    });
  }
});

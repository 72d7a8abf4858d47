import { generateKeyPairSync } from "node:crypto";
import t from "tap";
import type { BundleCheck } from "../../../lib/host/registry/bundle-verifier.ts";
import { isJsonObject } from "../../../lib/json-object.ts";
import type { JsonObject } from "../../../lib/json-object.ts";
import { checkProvenance } from "../../../lib/upgrade/trust/provenance.ts";
import type { RegistryKey } from "../../../lib/upgrade/trust/registry-keys.ts";
import type { Release } from "../../../lib/upgrade/release/release.ts";
import { hashOf, packumentOf } from "../packument-for-tests.ts";
import { testSigstore } from "./sigstore-for-tests.ts";

const NAME = "@scope/agent";
const found = packumentOf({ "1.0.0": { repository: "owner/agent" } }, {}, NAME).versions.get(
  "1.0.0",
);
if (found === undefined) throw new Error("no release");
const release: Release = found;

const SLSA = "https://slsa.dev/provenance/v1";
const CLAIMS = {
  iss: "https://token.actions.githubusercontent.com",
  sub: "https://github.com/owner/agent/.github/workflows/release.yml@refs/tags/v1.0.0",
  repository: "owner/agent",
};

function statement(change: object = {}): object {
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: [
      { name: "pkg:npm/%40scope/agent@1.0.0", digest: { sha512: hashOf(`${NAME}@1.0.0`) } },
    ],
    predicateType: SLSA,
    predicate: {},
    ...change,
  };
}

function documentOf(...bundles: readonly unknown[]): JsonObject {
  return { attestations: bundles.map((bundle) => ({ predicateType: SLSA, bundle })) };
}

/** The bundle with its statement exchanged, or one byte of its signature. */
function tampered(
  bundle: object,
  change: "payload" | "signature" | "log" | "certificate",
): JsonObject {
  const copy: unknown = structuredClone(bundle);
  if (!isJsonObject(copy)) throw new Error("no bundle");
  const envelope = copy["dsseEnvelope"] as { payload: string; signatures: { sig: string }[] };
  const material = copy["verificationMaterial"] as {
    tlogEntries: object[];
    x509CertificateChain: object;
  };
  if (change === "payload") {
    envelope.payload = Buffer.from(JSON.stringify(statement({ predicate: { other: 1 } }))).toString(
      "base64",
    );
  }
  if (change === "signature") {
    const bytes = Buffer.from(envelope.signatures[0]?.sig ?? "", "base64");
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    envelope.signatures = [{ sig: bytes.toString("base64") }];
  }
  if (change === "log") material.tlogEntries = [];
  if (change === "certificate") {
    material.x509CertificateChain = { certificates: [{ rawBytes: "AAAA" }] };
  }
  return copy;
}

t.test("provenance made with real keys", async (t) => {
  const sigstore = await testSigstore(t, "own");
  const stranger = await testSigstore(t, "stranger");
  const context = { keys: undefined, verifyBundle: sigstore.verifier };
  const good = await sigstore.attest(statement(), CLAIMS);

  await t.test("valid: names the repository and the workflow", async (t) => {
    t.strictSame(await checkProvenance(release, documentOf(good), context), {
      verdict: "ok",
      workflow: {
        repository: "github.com/owner/agent",
        file: ".github/workflows/release.yml",
        ref: "refs/tags/v1.0.0",
      },
    });
  });

  await t.test("valid: a workflow that is shared from another repository", async (t) => {
    const sub = "https://github.com/shared/flows/.github/workflows/npm.yml@refs/heads/main";
    const bundle = await sigstore.attest(statement(), { ...CLAIMS, sub });
    t.match(await checkProvenance(release, documentOf(bundle), context), {
      verdict: "ok",
      workflow: {
        repository: "github.com/owner/agent",
        file: "github.com/shared/flows/.github/workflows/npm.yml",
      },
    });
  });

  const WRONG: readonly (readonly [name: string, bundle: () => Promise<object>, reason: RegExp])[] =
    [
      ["another statement", async () => tampered(good, "payload"), /sigstore refuses it/u],
      ["another signature", async () => tampered(good, "signature"), /sigstore refuses it/u],
      ["not in the log", async () => tampered(good, "log"), /sigstore refuses it|cannot be read/u],
      [
        "a broken certificate",
        async () => tampered(good, "certificate"),
        /sigstore refuses it|cannot be read/u,
      ],
      [
        "signed by another sigstore",
        async () => stranger.attest(statement(), CLAIMS),
        /sigstore refuses it/u,
      ],
      [
        "another release",
        async () =>
          sigstore.attest(
            statement({
              subject: [
                {
                  name: "pkg:npm/%40scope/agent@1.0.1",
                  digest: { sha512: hashOf(`${NAME}@1.0.0`) },
                },
              ],
            }),
            CLAIMS,
          ),
        /another release/u,
      ],
      [
        "another content",
        async () =>
          sigstore.attest(
            statement({
              subject: [{ name: "pkg:npm/%40scope/agent@1.0.0", digest: { sha512: hashOf("x") } }],
            }),
            CLAIMS,
          ),
        /another content/u,
      ],
      [
        "built from another repository",
        async () => sigstore.attest(statement(), { ...CLAIMS, repository: "eve/agent" }),
        /built from github\.com\/eve\/agent, while the package names github\.com\/owner\/agent/u,
      ],
      [
        "signed by a person",
        async () =>
          sigstore.attest(statement(), {
            iss: "https://accounts.example",
            sub: "eve@mail.example",
          }),
        /no known workflow/u,
      ],
      [
        "no bundle",
        async () => ({
          dsseEnvelope: { payload: Buffer.from(JSON.stringify(statement())).toString("base64") },
        }),
        /no sigstore bundle/u,
      ],
    ];
  for (const [name, bundle, reason] of WRONG) {
    await t.test(`wrong: ${name}`, async (t) => {
      const { verdict } = await checkProvenance(release, documentOf(await bundle()), context);
      t.type(verdict, "object");
      t.match(verdict, { failed: reason });
    });
  }

  await t.test("wrong: a good one beside a bad one", async (t) => {
    const document = documentOf(good, tampered(good, "signature"));
    t.match((await checkProvenance(release, document, context)).verdict, { failed: /./u });
  });

  await t.test("wrong: provenance with a key of the registry", async (t) => {
    const { publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
    const keys: readonly RegistryKey[] = [{ keyId: "k", key: publicKey }];
    const bundle = structuredClone(good) as { dsseEnvelope: { signatures: object[] } };
    bundle.dsseEnvelope.signatures = [{ ...bundle.dsseEnvelope.signatures[0], keyid: "k" }];
    t.match((await checkProvenance(release, documentOf(bundle), { ...context, keys })).verdict, {
      failed: /not signed by the workflow/u,
    });
  });

  await t.test(
    "missing: the registry serves none, an empty list, or only that of the publishing",
    async (t) => {
      t.strictSame(await checkProvenance(release, undefined, context), { verdict: "not offered" });
      t.strictSame(await checkProvenance(release, documentOf(), context), {
        verdict: "not offered",
      });
      const published = await sigstore.attest(
        statement({ predicateType: "https://registry.example/publish/v0.1" }),
        CLAIMS,
      );
      t.strictSame(await checkProvenance(release, documentOf(published), context), {
        verdict: "not offered",
      });
    },
  );

  await t.test("what calls itself provenance outside of the statement is none", async (t) => {
    const published = await sigstore.attest(
      statement({ predicateType: "https://registry.example/publish/v0.1" }),
      CLAIMS,
    );
    const document = { attestations: [{ predicateType: SLSA, bundle: published }] };
    t.strictSame(await checkProvenance(release, document, context), { verdict: "not offered" });
  });
});

async function verifyBundle(): Promise<BundleCheck> {
  return { kind: "verified" };
}

for (const document of [
  {},
  { attestations: {} },
  { attestations: [1] },
  { attestations: [{ bundle: {} }] },
]) {
  t.test(`unreadable: ${JSON.stringify(document)}`, async (t) => {
    const { verdict } = await checkProvenance(release, document, { keys: undefined, verifyBundle });
    t.strictSame(verdict, { failed: "its attestations cannot be read" });
  });
}

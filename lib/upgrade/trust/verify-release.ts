import { PaddockError } from "../../errors.ts";
import type { BundleVerifier } from "../../host/registry/bundle-verifier.ts";
import type { Registry } from "../../host/registry/registry.ts";
import { sha512Hex } from "../release/integrity.ts";
import type { Release } from "../release/release.ts";
import { checkProvenance } from "./provenance.ts";
import type { ProvenanceCheck } from "./provenance.ts";
import { readRegistryKeys } from "./registry-keys.ts";
import type { RegistryKey } from "./registry-keys.ts";
import { checkSignature } from "./registry-signature.ts";
import type { SignatureCheck } from "./registry-signature.ts";
import type { Verdict } from "./verdict.ts";

/** What the three checks of a release came to. */
export interface Trust {
  readonly integrity: Verdict;
  readonly signature: SignatureCheck;
  readonly provenance: ProvenanceCheck;
}

/** Downloads a release and checks its bytes, the registry's signature and its provenance; a check that cannot be made has failed. */
export async function verifyRelease(
  release: Release,
  context: {
    readonly registry: Registry;
    readonly verifyBundle: BundleVerifier;
    readonly publishedAt: Date | undefined;
  },
): Promise<Trust> {
  const integrity = await checkIntegrity(release, context.registry);
  const keys = await orFailure(async () => {
    const document = await context.registry.signingKeys(release.name);
    return document === undefined ? undefined : readRegistryKeys(document);
  });
  if (keys instanceof PaddockError) {
    const verdict = failedBy(keys);
    return { integrity, signature: { verdict }, provenance: { verdict } };
  }
  return {
    integrity,
    signature: checkSignature(release, keys, context.publishedAt),
    provenance: await provenanceOf(release, keys, context),
  };
}

/** Whether nothing speaks against a release: what is not offered does not, what failed does. */
export function isTrusted(trust: Trust): boolean {
  return [trust.integrity, trust.signature.verdict, trust.provenance.verdict].every(
    (verdict) => typeof verdict === "string",
  );
}

async function checkIntegrity(release: Release, registry: Registry): Promise<Verdict> {
  const sha512 = sha512Hex(release.integrity);
  if (sha512.kind !== "sha512") return { failed: sha512.problem };
  const { name, version, tarball } = release;
  const found = await orFailure(async () =>
    registry.tarball({
      name,
      version,
      sha512: sha512.hex,
      ...(tarball === undefined ? {} : { tarball }),
    }),
  );
  return found instanceof PaddockError ? failedBy(found) : "ok";
}

async function provenanceOf(
  release: Release,
  keys: readonly RegistryKey[] | undefined,
  context: { readonly registry: Registry; readonly verifyBundle: BundleVerifier },
): Promise<ProvenanceCheck> {
  if (!release.hasAttestations) return { verdict: "not offered" };
  const { attestationsAddress } = release;
  if (attestationsAddress === undefined) {
    return { verdict: { failed: "the registry does not say where its attestations are" } };
  }
  const document = await orFailure(async () =>
    context.registry.attestations(release.name, attestationsAddress),
  );
  if (document instanceof PaddockError) return { verdict: failedBy(document) };
  return checkProvenance(release, document, { keys, verifyBundle: context.verifyBundle });
}

function failedBy({ message, fix }: PaddockError): Verdict {
  return { failed: message, fix };
}

async function orFailure<Result>(task: () => Promise<Result>): Promise<Result | PaddockError> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof PaddockError) return error;
    throw error;
  }
}

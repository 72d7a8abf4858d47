import type { JsonObject } from "../../json-object.ts";
import { printable } from "../../printable.ts";
import type { BundleVerifier } from "../../host/registry/bundle-verifier.ts";
import { sha512Hex } from "../release/integrity.ts";
import type { Release } from "../release/release.ts";
import { readAttestations } from "./read-attestation.ts";
import type { Attestation } from "./read-attestation.ts";
import { wasInUse } from "./registry-keys.ts";
import type { RegistryKey } from "./registry-keys.ts";
import type { Verdict } from "./verdict.ts";
import { readWorkflow } from "./workflow.ts";
import type { Workflow } from "./workflow.ts";

export interface ProvenanceCheck {
  readonly verdict: Verdict;
  /** Who built it, where the verdict is "ok". */
  readonly workflow?: Workflow;
}

const PROVENANCE = /^https:\/\/slsa\.dev\/provenance\//u;

/** Checks every attestation of a release (signature, log, subject), and that its provenance comes from the repository that the package names. */
export async function checkProvenance(
  release: Release,
  document: JsonObject | undefined,
  context: {
    readonly keys: readonly RegistryKey[] | undefined;
    readonly verifyBundle: BundleVerifier;
  },
): Promise<ProvenanceCheck> {
  if (document === undefined) return { verdict: "not offered" };
  const attestations = readAttestations(document);
  if (attestations === undefined) return failed("its attestations cannot be read");
  let workflow: Workflow | undefined;
  for (const attestation of attestations) {
    const found = await checkOne(release, attestation, context);
    if ("failed" in found) return { verdict: found };
    workflow ??= found.workflow;
  }
  return workflow === undefined ? { verdict: "not offered" } : { verdict: "ok", workflow };
}

type Found = { readonly failed: string } | { readonly workflow: Workflow | undefined };

async function checkOne(
  release: Release,
  attestation: Attestation,
  context: Parameters<typeof checkProvenance>[2],
): Promise<Found> {
  const sha512 = sha512Hex(release.integrity);
  const [subject] = attestation.subjects;
  if (subject?.name !== packageUrl(release)) return { failed: "it attests another release" };
  if (sha512.kind !== "sha512" || subject.sha512 !== sha512.hex) {
    return { failed: "it attests another content" };
  }
  const isProvenance = PROVENANCE.test(attestation.predicateType);
  // A key of the registry says that it published the release, not who built it.
  if (isProvenance && attestation.keyId !== undefined) {
    return { failed: "its provenance is not signed by the workflow that built it" };
  }
  // A mirror without keys may still pass on provenance, which needs none.
  if (attestation.keyId !== undefined && context.keys === undefined) return { workflow: undefined };
  const key = keyOf(attestation, context.keys);
  if (typeof key === "object") return key;
  const check = await context.verifyBundle(attestation.bundle, key);
  if (check.kind === "refused") return { failed: check.reason };
  if (!isProvenance) return { workflow: undefined };
  const workflow = readWorkflow(check);
  if (workflow === undefined) {
    return {
      failed: `signed by ${printable(check.subject ?? "nobody")}, which is no known workflow`,
    };
  }
  if (workflow.repository !== release.repository) {
    const named = release.repository ?? "no repository";
    return { failed: `built from ${workflow.repository}, while the package names ${named}` };
  }
  return { workflow };
}

function keyOf(
  attestation: Attestation,
  keys: readonly RegistryKey[] | undefined,
): string | undefined | { readonly failed: string } {
  if (attestation.keyId === undefined) return undefined;
  const shown = printable(attestation.keyId);
  const key = keys?.find(({ keyId }) => keyId === attestation.keyId);
  if (key === undefined) return { failed: `the registry does not publish the key ${shown}` };
  if (!wasInUse(key, attestation.loggedAt)) return { failed: `the key ${shown} had expired` };
  return key.key.export({ type: "spki", format: "pem" }).toString();
}

/** The package URL that npm signs, with the scope's `@` escaped. */
function packageUrl(release: Release): string {
  return `pkg:npm/${release.name.replace(/^@/u, "%40")}@${release.version}`;
}

function failed(reason: string): ProvenanceCheck {
  return { verdict: { failed: reason } };
}

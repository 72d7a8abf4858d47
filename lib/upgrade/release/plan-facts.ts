import { printable } from "../../printable.ts";
import type { PinnedAgent, PlanFacts } from "./agent-plan.ts";
import { ageOf } from "./choice/age.ts";
import { sha512Hex } from "./integrity.ts";
import type { Packument } from "./packument.ts";
import { stableReleases } from "./choice/target.ts";

/** The facts of an agent whose package could not be read. */
export function bareFacts(pin: PinnedAgent): PlanFacts {
  return {
    pinned: pin.version,
    chosen: pin.version,
    integrity: "unchecked",
    signature: "unchecked",
    provenance: "unchecked",
    notes: [],
  };
}

/** The facts of `chosen` as far as the registry's document tells them, before anything is fetched. */
export function planFacts(
  pin: PinnedAgent,
  packument: Packument,
  chosen: string,
  options: { readonly now: Date; readonly notes: readonly string[] },
): PlanFacts {
  const release = packument.versions.get(chosen);
  const age = ageOf(packument, chosen, options.now);
  const [newest] = stableReleases(packument);
  return {
    pinned: pin.version,
    ...(newest === undefined ? {} : { newest: newest.version }),
    chosen,
    ...(age.kind === "known" ? { publishedAt: age.publishedAt, ageMs: age.ageMs } : {}),
    integrity: integrityFact(release?.integrity),
    signature: release === undefined || release.signatures.length > 0 ? "unchecked" : "not offered",
    provenance: release === undefined || release.hasAttestations ? "unchecked" : "not offered",
    notes: [
      ...options.notes,
      ...(release?.hasInstallScript === true ? ["has an install script"] : []),
      ...(release?.deprecated === undefined
        ? []
        : [`${chosen} is deprecated: ${printable(release.deprecated)}`]),
    ],
  };
}

function integrityFact(integrity: string | undefined): PlanFacts["integrity"] {
  const sha512 = sha512Hex(integrity);
  return sha512.kind === "sha512" ? "unchecked" : { failed: sha512.problem };
}

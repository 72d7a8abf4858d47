import { intersects, validRange } from "semver";
import type { PaddockError } from "../../../errors.ts";
import { printable } from "../../../printable.ts";
import { ageOf } from "./age.ts";
import { sha512Hex } from "../integrity.ts";
import type { Packument } from "../packument.ts";
import { missingPlatformPackage } from "./platform-packages.ts";
import type { Release } from "../release.ts";

/** What a release must meet; `minAgeMs` 0 switches the age off. */
export interface ReleaseRules {
  readonly now: Date;
  readonly minAgeMs: number;
  /** Of the image that the agent runs in, as far as it is known (`24`, `22.12`, `20.19.0`); undefined leaves `engines.node` unchecked. */
  readonly nodeVersion: string | undefined;
  readonly platforms: readonly string[];
  readonly packuments: ReadonlyMap<string, Packument | PaddockError>;
}

/** Whether one release may be installed, and what keeps it from that. */
export type Eligibility =
  | { readonly kind: "eligible"; readonly hash: string }
  /** The registry cannot prove what it is: this stops the upgrade of the agent. */
  | { readonly kind: "unproven"; readonly reason: string }
  /** `until` is missing where no clock can tell. */
  | { readonly kind: "wait"; readonly reason: string; readonly until?: Date }
  | { readonly kind: "cannot-run"; readonly reason: string }
  /** The registry did not say whether its native code is out. */
  | { readonly kind: "unknown"; readonly reason: string; readonly error: PaddockError };

/** Judges a stable release of `packument`. */
export function judgeRelease(
  packument: Packument,
  release: Release,
  rules: ReleaseRules,
): Eligibility {
  const sha512 = sha512Hex(release.integrity);
  if (sha512.kind !== "sha512") {
    return { kind: "unproven", reason: `${release.version}: ${sha512.problem}` };
  }
  const { nodeEngines } = release;
  if (rules.nodeVersion !== undefined && nodeEngines !== undefined) {
    if (!mayRun(rules.nodeVersion, nodeEngines)) {
      return {
        kind: "cannot-run",
        reason: `${release.version} needs Node ${printable(nodeEngines)}, the image has ${rules.nodeVersion}`,
      };
    }
  }
  const waiting = judgeAge(packument, release, rules);
  if (waiting !== undefined) return waiting;
  const missing = missingPlatformPackage(
    release,
    rules.platforms,
    new Map([...rules.packuments, [packument.name, packument]]),
  );
  if (missing !== undefined) {
    const reason = `${release.version}: ${missing.reason}`;
    return missing.error === undefined
      ? { kind: "wait", reason }
      : { kind: "unknown", reason, error: missing.error };
  }
  return { kind: "eligible", hash: sha512.hex };
}

/** A tag such as `24` may be any Node of that line: only a range that none of them meets keeps a release out. */
function mayRun(nodeVersion: string, nodeEngines: string): boolean {
  if (validRange(nodeEngines) === null) return false;
  return intersects(nodeVersion, nodeEngines, { includePrerelease: true });
}

function judgeAge(
  packument: Packument,
  release: Release,
  rules: ReleaseRules,
): Eligibility | undefined {
  if (rules.minAgeMs <= 0) return undefined;
  const age = ageOf(packument, release.version, rules.now);
  if (age.kind === "unknown") {
    return { kind: "wait", reason: `${release.version}: age unknown, ${age.problem}` };
  }
  if (age.ageMs >= rules.minAgeMs) return undefined;
  const until = new Date(age.publishedAt.getTime() + rules.minAgeMs);
  return {
    kind: "wait",
    until,
    reason: `${release.version} is too young, eligible from ${until.toISOString()}`,
  };
}

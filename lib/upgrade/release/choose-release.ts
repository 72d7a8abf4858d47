import { gt } from "semver";
import { judgeRelease } from "./choice/judge-release.ts";
import type { Eligibility, ReleaseRules } from "./choice/judge-release.ts";
import type { Packument } from "./packument.ts";
import type { Release } from "./release.ts";
import { followLatest, namedTarget, releasesBelow, releasesBetween } from "./choice/target.ts";
import type { Target } from "./choice/target.ts";

/** The rules of one release and the person's flags. */
export interface ChoiceRules extends ReleaseRules {
  /** `--to VERSION`. */
  readonly to?: string;
  readonly allowDowngrade: boolean;
}

type Blocked = Exclude<Eligibility, { readonly kind: "eligible" }>;

/** Which release an agent pinned at some version should have. */
export type Choice =
  | { readonly kind: "stay"; readonly reason: string; readonly notes: readonly string[] }
  | {
      readonly kind: "move";
      readonly direction: "raise" | "lower";
      readonly release: Release;
      readonly hash: string;
      readonly notes: readonly string[];
    }
  /** An older release would do, and may not be taken without a flag. */
  | { readonly kind: "offer"; readonly release: Release; readonly notes: readonly string[] }
  | { readonly kind: "blocked"; readonly by: Blocked; readonly notes: readonly string[] }
  | { readonly kind: "none"; readonly reason: string };

/** Chooses among the releases of a package: `latest` or the named one, else the newest eligible stable one on the way to it. */
export function chooseRelease(packument: Packument, pinned: string, rules: ChoiceRules): Choice {
  const target =
    rules.to === undefined ? followLatest(packument) : namedTarget(packument, rules.to);
  if (target.kind === "none") return target;
  if (target.release.version === pinned) {
    return { kind: "stay", reason: "it is current", notes: target.notes };
  }
  return gt(target.release.version, pinned)
    ? raise(packument, pinned, target, rules)
    : lower(packument, pinned, target, rules);
}

type Found = Extract<Target, { readonly kind: "release" }>;

function raise(packument: Packument, pinned: string, target: Found, rules: ChoiceRules): Choice {
  const candidates =
    rules.to === undefined ? releasesBetween(packument, pinned, target.release) : [target.release];
  return firstEligible(packument, candidates, "raise", { rules, notes: target.notes });
}

function lower(packument: Packument, pinned: string, target: Found, rules: ChoiceRules): Choice {
  const gone = !packument.versions.has(pinned);
  if (rules.to === undefined && !gone && !rules.allowDowngrade) {
    return {
      kind: "stay",
      reason: `the registry moved back to ${target.release.version}; --allow-downgrade follows it`,
      notes: target.notes,
    };
  }
  const candidates =
    rules.to === undefined ? releasesBelow(packument, pinned, target.release) : [target.release];
  const choice = firstEligible(packument, candidates, "lower", { rules, notes: target.notes });
  if (choice.kind !== "move" || rules.allowDowngrade) return choice;
  return { kind: "offer", release: choice.release, notes: choice.notes };
}

function firstEligible(
  packument: Packument,
  candidates: readonly Release[],
  direction: "raise" | "lower",
  context: { readonly rules: ChoiceRules; readonly notes: readonly string[] },
): Choice {
  const blocks: Blocked[] = [];
  for (const release of candidates) {
    const judged = judgeRelease(packument, release, context.rules);
    if (judged.kind === "eligible") {
      const [block] = blocks;
      const notes = [...context.notes, ...(block === undefined ? [] : [block.reason])];
      return { kind: "move", direction, release, hash: judged.hash, notes };
    }
    blocks.push(judged);
    // A registry that cannot prove one release is not asked for another.
    if (judged.kind === "unproven") return { kind: "blocked", by: judged, notes: context.notes };
  }
  const [by] = blocks;
  return by === undefined
    ? { kind: "none", reason: "no release can be chosen" }
    : { kind: "blocked", by, notes: context.notes };
}

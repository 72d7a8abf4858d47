import type { PaddockError } from "../../errors.ts";
import type { TrustChange } from "../trust/trust-changes.ts";
import type { Verdict } from "../trust/verdict.ts";

/** An agent as a Containerfile pins it; `hash` is sha512 in hex. */
export interface PinnedAgent {
  readonly agent: string;
  readonly package: string;
  readonly version: string;
  readonly hash: string;
}

/** What a table shows of one agent; `unchecked` means that there is something to check once a release is fetched. */
export interface PlanFacts {
  readonly pinned: string;
  /** The highest stable release that the registry lists. */
  readonly newest?: string;
  /** The release that the agent has after this plan: the pinned one where nothing moves. */
  readonly chosen: string;
  readonly publishedAt?: Date;
  readonly ageMs?: number;
  readonly integrity: Verdict | "unchecked";
  readonly signature: Verdict | "unchecked";
  readonly provenance: Verdict | "unchecked";
  /** Sentences without capitals, to be joined. */
  readonly notes: readonly string[];
}

interface PlanBase {
  readonly agent: string;
  readonly package: string;
  readonly reason: string;
  readonly facts: PlanFacts;
}

/** A release to write into the pin; `hash` is sha512 in hex. */
export interface NewPin {
  readonly version: string;
  readonly hash: string;
}

/** What to do about a plan that failed; undefined for every other. */
export function fixOf(plan: AgentPlan): string | undefined {
  if (plan.kind !== "failed") return undefined;
  return plan.error?.fix ?? "Keep the pin until you know why: look at the package's own page.";
}

/** What becomes of one agent. */
export type AgentPlan =
  | (PlanBase & { readonly kind: "keep" })
  | (PlanBase & {
      readonly kind: "raise" | "lower";
      readonly pin: NewPin;
      /** Accepted already. */
      readonly changes: readonly TrustChange[];
    })
  /** The pinned release is gone; `offer` is the older one that `--allow-downgrade` would take. */
  | (PlanBase & { readonly kind: "withdrawn"; readonly offer?: string })
  | (PlanBase & { readonly kind: "wait"; readonly until?: Date })
  /** `changes` are what `--accept` would take; empty when the release cannot be used at all. */
  | (PlanBase & { readonly kind: "skip"; readonly changes: readonly TrustChange[] })
  | (PlanBase & { readonly kind: "failed"; readonly error?: PaddockError });

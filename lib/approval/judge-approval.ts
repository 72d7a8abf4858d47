import { comparePolicies, isNoWider } from "../explain/compare.ts";
import type { Change, Compared } from "../explain/compare.ts";
import { sha256 } from "../sha256.ts";
import { canonicalPolicy, standingOf } from "./canonical-policy.ts";
import type { Standing } from "./canonical-policy.ts";
import { addApproval, readRecord } from "./record.ts";
import type { Approval, Place, RecordHost } from "./record.ts";

/** What the approvals say of a policy that none of them is exactly. */
export type Judgement =
  /** One of them grants all of it: the person need not be asked. */
  | { readonly kind: "narrower" }
  /** It grants what the latest of them did not, or otherwise. */
  | { readonly kind: "wider"; readonly changes: readonly Change[] }
  /** Nothing was approved here, or nothing that can still be read. */
  | { readonly kind: "new" };

/** Compares a policy with what was approved for its profile and workspace. */
export function judgeApproval(host: RecordHost, place: Place, standing: Standing): Judgement {
  const differences = approvedStandings(host, place).map((former) =>
    compareStandings(former, standing, place.workspace),
  );
  const latest = differences.at(-1);
  if (latest === undefined) return { kind: "new" };
  return differences.some(isNoWider) ? { kind: "narrower" } : { kind: "wider", changes: latest };
}

/** The policies that were approved, the latest last; one that was changed since, or written by another version, is none. */
export function approvedStandings(host: RecordHost, place: Place): readonly Standing[] {
  const approvals = readRecord(host, place)?.approvals ?? [];
  return approvals
    .filter(
      ({ policy, digest, version }) =>
        version === host.settings.version && sha256(policy) === digest,
    )
    .flatMap(({ policy }) => standingOf(policy, place.workspace) ?? []);
}

/** What one standing policy grants otherwise than another one of the same workspace. */
export function compareStandings(
  before: Standing,
  after: Standing,
  workspace: string,
): readonly Change[] {
  const side = ({ policy, egress }: Standing): Compared => ({
    policy,
    context: { workspace, egress },
  });
  return comparePolicies(side(before), side(after));
}

/** Writes down that a policy is approved. */
export function recordApproval(
  host: RecordHost,
  place: Place,
  standing: Standing,
  by: Approval["by"],
): void {
  const text = canonicalPolicy(standing, place.workspace);
  addApproval(host, place, {
    policy: text,
    digest: sha256(text),
    at: host.now().toISOString(),
    by,
    version: host.settings.version,
  });
}

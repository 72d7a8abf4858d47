import { canonicalPolicy } from "./canonical-policy.ts";
import type { Standing } from "./canonical-policy.ts";
import { readRecord } from "./record.ts";
import type { Place, RecordHost } from "./record.ts";

/** Whether exactly this policy was approved for its profile and workspace: compared text by text, since that is quick. */
export function isApproved(host: RecordHost, place: Place, standing: Standing): boolean {
  const record = readRecord(host, place);
  if (record === undefined) return false;
  const text = canonicalPolicy(standing, place.workspace);
  return record.approvals.some((approval) => approval.policy === text);
}

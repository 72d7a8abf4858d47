import { readRecord } from "./record.ts";
import type { Place, RecordHost } from "./record.ts";

/** Whether exactly this, as `canonicalPolicy` writes it, was approved for a profile and workspace: text by text, since that is quick. */
export function isApproved(host: RecordHost, place: Place, policy: string): boolean {
  const approvals = readRecord(host, place)?.approvals ?? [];
  return approvals.some((approval) => approval.policy === policy);
}

import type { Policy } from "./policy.ts";

/** Whether a policy runs the sandbox in a virtual machine of its own. */
export function isVm(policy: Pick<Policy, "runtime">): boolean {
  return policy.runtime === "krun";
}

import type { Policy } from "./policy.ts";

/** A policy as another OCI runtime gets it: krun's annotations mean nothing to any other. */
export function underRuntime(policy: Policy, runtime: string): Policy {
  if (runtime === policy.runtime) return policy;
  const isForeign = (name: string): boolean => runtime !== "krun" && name.startsWith("krun.");
  const annotations = policy.annotations.filter(({ name }) => !isForeign(name));
  return { ...policy, runtime, annotations };
}

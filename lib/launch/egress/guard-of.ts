import type { Host } from "../../host/host.ts";
import type { LaunchPlan } from "../plan/plan-launch.ts";
import type { Guard } from "./open-guard.ts";

/**
 * The guard of a launch, which listens; undefined where the profile has no list, or nothing in it needs one. `place` is a path
 * of a folder that is not there yet. A proxy is a lot to load for a launch without one.
 */
export async function guardOf(
  host: Host,
  plan: LaunchPlan,
  place: string,
): Promise<Guard | undefined> {
  if (plan.egress === undefined || plan.egress.ports.length === 0) return undefined;
  const { openGuard } = await import("./open-guard.ts");
  return await openGuard(host, plan, plan.egress, place);
}

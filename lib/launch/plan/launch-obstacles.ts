import { PaddockError } from "../../errors.ts";
import type { Obstacle } from "../../doctor/promises/judged-launch.ts";
import type { Host } from "../../host/host.ts";
import { isVm } from "../../policy/is-vm.ts";
import type { Policy } from "../../policy/policy.ts";
import { requireEngine } from "../machine/engine-checks.ts";
import { requireVm } from "../machine/vm-checks.ts";

/** What a launch of this policy would be refused for on this machine before anything is started, all of it. */
export async function launchObstacles(host: Host, policy: Policy): Promise<readonly Obstacle[]> {
  const checks = [requireEngine, ...(isVm(policy) ? [requireVm] : [])];
  const found: Obstacle[] = [];
  for (const check of checks) {
    try {
      await check(host);
    } catch (error) {
      if (!(error instanceof PaddockError)) throw error;
      found.push({ message: error.message, fix: error.fix });
    }
  }
  return found;
}

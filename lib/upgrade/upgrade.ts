import type { PaddockError } from "../errors.ts";
import type { Host } from "../host/host.ts";
import { openRegistry } from "../host/registry/open-registry.ts";
import { readyAgents } from "./change/ready-agents.ts";
import type { ReadyAgents } from "./change/ready-agents.ts";
import { findPlacedPins, selectPins } from "./pins/placed-pins.ts";
import { planAgents } from "./plan/plan-agents.ts";
import type { PlannedAgent, UpgradeWish } from "./plan/plan-agents.ts";

/** Which agents, and what is wanted of them; no name is all of them. */
export interface UpgradeRequest extends UpgradeWish {
  readonly agents: readonly string[];
}

/** What an upgrade would do, and the profiles that could not be read. */
export interface UpgradePlan {
  readonly planned: readonly PlannedAgent[];
  readonly failures: readonly PaddockError[];
}

async function planPins(host: Host, request: UpgradeRequest): Promise<UpgradePlan> {
  const found = findPlacedPins(host);
  const { failures } = found;
  const selected = selectPins(found, request.agents);
  if (selected.length === 0) return { planned: [], failures };
  const open = await openRegistry(host);
  return { planned: await planAgents(host, selected, open, request), failures };
}

/** Plans, and makes the locks of what moves; changes no profile. */
export async function prepareUpgrade(
  host: Host,
  request: UpgradeRequest,
): Promise<ReadyAgents & Pick<UpgradePlan, "failures">> {
  const { planned, failures } = await planPins(host, request);
  return { ...(await readyAgents(host, planned)), failures };
}

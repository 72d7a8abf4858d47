import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import { makeLock } from "../lock/make-lock.ts";
import { lockFolder } from "../pins/placed-pins.ts";
import type { PlannedAgent } from "../plan/plan-agents.ts";
import type { AgentPlan } from "../release/agent-plan.ts";
import type { PinMove } from "./pin-move.ts";
import { bareFacts } from "../release/plan-facts.ts";

/** An agent whose new pin can be written. */
export interface ReadyAgent extends PlannedAgent, PinMove {}

/** The plans as they are once the locks are made, and those of them that can be written. */
export interface ReadyAgents {
  readonly planned: readonly PlannedAgent[];
  readonly ready: readonly ReadyAgent[];
}

/** Makes the lock of each agent that moves; one whose lock cannot be made stays, and stops no other. */
export async function readyAgents(
  host: Host,
  plans: readonly PlannedAgent[],
): Promise<ReadyAgents> {
  const planned: PlannedAgent[] = [];
  const ready: ReadyAgent[] = [];
  for (const one of plans) {
    const made = await makeReady(host, one);
    planned.push({
      placed: made.placed,
      plan: made.plan,
      ...(made.trust && { trust: made.trust }),
    });
    if ("to" in made) ready.push(made);
  }
  return { planned, ready };
}

async function makeReady(host: Host, one: PlannedAgent): Promise<PlannedAgent | ReadyAgent> {
  const { plan, placed } = one;
  if (plan.kind !== "raise" && plan.kind !== "lower") return one;
  const to = plan.pin;
  if (host.files.facts(`${lockFolder(placed)}/package-lock.json`) === undefined) {
    const notes = [...plan.facts.notes, "has no lock: only the package itself is pinned"];
    return { ...one, plan: { ...plan, facts: { ...plan.facts, notes } }, to };
  }
  try {
    const lock = await makeLock(host, { package: plan.package, ...to });
    if (lock.kind === "made") return { ...one, to, lock };
    const missing = lock.packages.join(", ");
    return stay(one, { kind: "wait", reason: `${to.version}: not out yet: ${missing}` });
  } catch (error) {
    if (!(error instanceof PaddockError)) throw error;
    return stay(one, { kind: "failed", reason: error.message, error });
  }
}

type Outcome =
  | { readonly kind: "wait"; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string; readonly error: PaddockError };

function stay(one: PlannedAgent, outcome: Outcome): PlannedAgent {
  const { agent, package: name, facts } = one.plan;
  // What was found out of the release that is not taken says nothing about the one that stays.
  const { pinned, newest, notes } = facts;
  const staying = { ...bareFacts(one.placed.pin), ...(newest && { newest }), pinned, notes };
  const plan: AgentPlan = { agent, package: name, facts: staying, ...outcome };
  return { placed: one.placed, plan };
}

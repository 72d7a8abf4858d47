import type { PlannedAgent } from "../../upgrade/plan/plan-agents.ts";
import { fixOf } from "../../upgrade/release/agent-plan.ts";
import { verdictText } from "../../upgrade/trust/verdict.ts";
import type { UpgradePlan } from "../../upgrade/upgrade.ts";

/** A plan as `--json` prints it. */
export function planJson({ planned, failures }: UpgradePlan): object {
  return {
    agents: planned.map(agentJson),
    failures: failures.map(({ code, message, fix }) => ({ code, message, fix })),
  };
}

function agentJson({ plan, placed, trust }: PlannedAgent): object {
  const { facts } = plan;
  return {
    agent: plan.agent,
    package: plan.package,
    profile: placed.profile.name,
    containerfile: placed.profile.containerfile,
    plan: plan.kind,
    reason: plan.reason,
    fix: fixOf(plan),
    ...facts,
    integrity: verdictText(facts.integrity),
    signature: verdictText(facts.signature),
    signatureKey: trust?.signature.keyId,
    provenance: verdictText(facts.provenance),
    workflow: trust?.provenance.workflow,
    ...("until" in plan ? { until: plan.until } : {}),
    ...("offer" in plan ? { offer: plan.offer } : {}),
    ...("changes" in plan ? { changes: plan.changes } : {}),
  };
}

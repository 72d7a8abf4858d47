import type { ExplainContext } from "../../explain/context.ts";
import type { Host } from "../../host/host.ts";
import type { Survey } from "../../image/ensure.ts";
import { agentsOf, labelledAgents } from "../../image/pinned-agents.ts";
import type { LaunchPlan } from "../plan/plan-launch.ts";
import { mountedFolders } from "../workspace/prepare-directories.ts";
import { egressWords } from "./egress-words.ts";
import { sharedFolders } from "./shared-folders.ts";

/** What the rows of a planned launch need beside its policy. */
export function launchContext(host: Host, plan: LaunchPlan, survey: Survey): ExplainContext {
  const workspace = plan.workspace.path;
  const folders = mountedFolders(plan.policy);
  return {
    workspace,
    agents: agentsIn(survey),
    findings: plan.findings,
    warnings: plan.warnings,
    sharedFolders: sharedFolders(host, { tag: plan.profile.tag, folders, workspace }),
    typedWords: plan.policy.command.length - plan.standing.command.length,
    egress: egressWords(plan.egress?.list),
  };
}

/** The agents that an image which is fresh names itself; of one that is to be built, those that its Containerfiles pin. */
export function agentsIn({ chain, links }: Survey): Readonly<Record<string, string>> {
  const top = links.at(-1);
  if (top?.staleness.state !== "fresh") return agentsOf(chain);
  return labelledAgents(top.image?.labels ?? {}) ?? {};
}

import { describeStaleness } from "../image/stale-reason.ts";
import { quoteForShell } from "../label/quote-for-shell.ts";
import type { PlannedLaunch } from "../launch/launch.ts";

/** What a dry run prints: the argv quoted for a shell, or all of the launch as JSON. */
export function showDryRun(launch: PlannedLaunch, json: boolean): string {
  const { plan, survey } = launch;
  if (!json) return `${quoteForShell(plan.argv)}\n`;
  const staleReasons = survey.links.flatMap(({ link, staleness }) => {
    const reason = describeStaleness(staleness);
    return reason === undefined ? [] : [{ image: link.profile.tag, reason }];
  });
  const answer = {
    profile: plan.profile.name,
    containerfile: plan.profile.containerfile,
    image: plan.profile.tag,
    label: { key: plan.label.key, value: plan.label.value, inherited: plan.label.inherited },
    argv: plan.argv,
    policy: plan.policy,
    workspace: plan.workspace.path,
    mounts: plan.policy.mounts,
    staleReasons,
    changes: plan.changes,
    warnings: plan.warnings,
    findings: plan.findings,
  };
  return `${JSON.stringify(answer, undefined, 2)}\n`;
}

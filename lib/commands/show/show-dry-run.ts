import type { Host } from "../../host/host.ts";
import { describeStaleness } from "../../image/freshness/stale-reason.ts";
import { quoteForShell } from "../../label/quote-for-shell.ts";
import { findPolicyFolder } from "../../launch/explained/policy-folder.ts";
import type { PlannedLaunch } from "../../launch/launch.ts";
import { SANDBOX_FOLDER, sandboxFolderFlag } from "../../launch/workspace/sandbox-folder.ts";
import { withFlag } from "../../policy/edit.ts";

/** Words that a launch adds to what the label comes to, and why. */
export interface Addition {
  readonly words: readonly string[];
  readonly why: string;
}

/** What a launch started by Paddock itself adds: none where `podman container runlabel` is to start it. */
export async function dryAdditions(
  host: Host,
  launch: PlannedLaunch,
  runlabel: boolean,
): Promise<readonly Addition[]> {
  if (runlabel) return [];
  const { path } = await findPolicyFolder(host, launch);
  const why = `shows the sandbox, read-only at ${SANDBOX_FOLDER}, what it may do; a launch makes the folder`;
  return [{ words: [sandboxFolderFlag(path)], why }];
}

/** What a dry run prints: the argv as it would be started, quoted for a shell, or all of the launch as JSON. */
export function showDryRun(
  launch: PlannedLaunch,
  additions: readonly Addition[],
  json: boolean,
): string {
  const { plan, survey } = launch;
  if (!json) {
    const words = additions.flatMap((addition) => addition.words);
    return `${quoteForShell(words.length > 0 ? withFlag(plan.argv, words) : plan.argv)}\n`;
  }
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
    additions,
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

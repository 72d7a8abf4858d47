import type { Finding } from "../policy/rules/finding.ts";
import type { Mount } from "../policy/mounts/mount.ts";
import { printable } from "../printable.ts";
import { wrap } from "../wrap.ts";
import { ENVIRONMENT_FOLDER } from "./egress/environment-folder.ts";
import type { LaunchPlan } from "./plan/plan-launch.ts";

const INDENT = " ".repeat("warning  ".length);

/** What a person reads before a launch: profile, image, mounts, what differs from the label, what is allowed. */
export function describeLaunch(plan: LaunchPlan, columns: number): string {
  const lines = [
    `profile  ${plan.profile.name} (${plan.profile.containerfile})`,
    `image    ${plan.profile.tag}`,
    ...plan.policy.mounts.filter(isHostMount).map((mount) => `mount    ${describeMount(mount)}`),
    ...describeEgress(plan.egress),
    ...plan.changes.map((change) => `note     ${change}`),
    ...plan.warnings.map((warning) => `warning  ${warning}`),
    ...plan.findings.map((finding) => `${word(finding)}${finding.message}`),
  ];
  return lines.map((line) => `${wrap(printable(line), columns, INDENT)}\n`).join("");
}

function describeEgress(egress: LaunchPlan["egress"]): readonly string[] {
  if (egress === undefined) return [];
  if (!egress.proxy) return [`network  ${egress.text}`];
  return [
    `network  through Paddock's proxy: ${egress.text}`,
    `note     ${ENVIRONMENT_FOLDER} is mounted beside the label's mounts, for reading: it holds the proxy's password`,
  ];
}

/** `SOURCE -> DESTINATION (mode)`. */
export function describeMount(mount: Mount): string {
  const mode = mount.readOnly ? "read-only" : "read and write";
  return `${mount.source ?? "(new volume)"} -> ${mount.destination ?? ""} (${mode})`;
}

function isHostMount(mount: Mount): boolean {
  return mount.kind !== "tmpfs" && mount.kind !== "ramfs" && mount.kind !== "devpts";
}

function word(finding: Finding): string {
  return finding.severity === "warning" ? "warning  " : "note     ";
}

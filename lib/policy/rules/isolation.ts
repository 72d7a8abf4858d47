import { nearestOf } from "../argv/flag-lookup.ts";
import { type Policy, type Setting } from "../policy.ts";
import { type Finding, refuseUnless, type RuleContext } from "./finding.ts";

/** What takes the walls down: privileges, capabilities, unconfined security options, devices. */
export function judgeIsolation(policy: Policy, context: RuleContext): Finding[] {
  const refuse = (rule: string, value: string | undefined, message: string, fix: string) =>
    refuseUnless(context.allow, {
      rule,
      message,
      fix,
      allow: value === undefined ? rule : `${rule}=${value}`,
    });
  const { devices } = policy;
  return [
    ...(policy.privileged
      ? [refuse("privileged", undefined, "--privileged takes every wall down.", "Leave it out.")]
      : []),
    ...policy.capabilities.add.map((name) =>
      refuse("cap-add", name, `--cap-add gives the capability ${name}.`, "Leave it out."),
    ),
    ...lastOfEach(policy.security)
      .map((option) => ({ text: written(option), why: weakens(option), fix: adviceFor(option) }))
      .flatMap(({ text, why, fix }) =>
        why === undefined
          ? []
          : [refuse("security-opt", text, `--security-opt ${text} ${why}.`, fix)],
      ),
    ...judgeSeccompPolicy(policy),
    ...devices.paths.map((text) => {
      const [path = text] = text.split(":");
      return refuse("device", path, `--device gives the host's ${path}.`, "Leave it out.");
    }),
    ...devices.gpus.map((gpu) =>
      refuse("gpus", gpu, `--gpus gives the host's graphics devices (${gpu}).`, "Leave it out."),
    ),
    ...devices.cgroupRules.map((rule) =>
      refuse(
        "device-cgroup-rule",
        undefined,
        `--device-cgroup-rule opens devices (${rule}).`,
        "Leave it out.",
      ),
    ),
  ];
}

// Podman keeps the last of these; of the others each one counts.
const SINGLE: ReadonlySet<string> = new Set(["no-new-privileges", "seccomp", "apparmor"]);

function lastOfEach(options: readonly Setting[]): Setting[] {
  return options.filter(
    ({ name }, index) =>
      !SINGLE.has(name) || !options.slice(index + 1).some((later) => later.name === name),
  );
}

function written({ name, value }: Setting): string {
  return value === undefined ? name : `${name}=${value}`;
}

const CLOSE = 2;

function adviceFor({ name }: Setting): string {
  const nearest = nearestOf(name.toLowerCase(), [...SINGLE]);
  const isMisspelt = !SINGLE.has(name) && nearest !== undefined && nearest.edits <= CLOSE;
  return isMisspelt ? `Did you mean ${nearest.name}?` : "Leave it out.";
}

/** What a security option weakens, if it does; one that is not known weakens. */
function weakens({ name, value = "" }: Setting): string | undefined {
  switch (name) {
    case "no-new-privileges":
      return value === "" || /^(?:1|t|true)$/i.test(value)
        ? undefined
        : "lets programs gain privileges";
    case "seccomp":
      return value === "unconfined"
        ? "lifts the filter of system calls"
        : "replaces the filter of system calls by a file of the host";
    case "apparmor":
      return value === "unconfined" ? "lifts AppArmor" : "replaces the AppArmor profile";
    case "label":
      return value === "disable" ? "lifts SELinux" : "changes the SELinux label";
    case "unmask":
    case "systempaths":
      return "shows what is masked in /proc and /sys";
    case "mask":
      return undefined;
    case "proc-opts":
      return /^(?:(?:hidepid=(?:[124]|noaccess|invisible|ptraceable)|subset=pid)(?:,|$))+$/.test(
        value,
      )
        ? undefined
        : "changes how /proc is mounted";
    default:
      return "is not known";
  }
}

function judgeSeccompPolicy({ other }: Policy): Finding[] {
  const last = other.findLast(({ flag }) => flag === "seccomp-policy");
  if (last === undefined || last.value === "" || last.value === "default") return [];
  return [
    {
      rule: "seccomp-policy",
      severity: "error",
      message: `--seccomp-policy=${last.value} lets the image choose the filter of system calls.`,
      fix: "Leave it out.",
    },
  ];
}

import type { Control } from "../control/control.ts";
import type { CgroupFacts } from "../host/machine/cgroups.ts";
import type { Policy } from "../policy/policy.ts";
import { isAffected } from "./known-versions.ts";
import { broken, kept, undecided } from "./verdict.ts";
import type { Verdict } from "./verdict.ts";

/** What decides whether a limit is enforced: few enough facts to be read at every launch. */
export interface LimitFacts {
  readonly cgroups: CgroupFacts;
  /** The version of the crun behind krun; undefined where it is not known. */
  readonly krunVersion: string | undefined;
}

/** The controls that this machine may fail to enforce without a word. */
export const LIMIT_IDS = ["memory", "cpus", "processes"] as const;

/** A control of `LIMIT_IDS`. */
export type LimitId = (typeof LIMIT_IDS)[number];

export function isLimit(id: string): id is LimitId {
  return LIMIT_IDS.some((limit) => limit === id);
}

const CONTROLLERS = { memory: "memory", cpus: "cpu", processes: "pids" } as const;

const DELEGATE =
  "printf '[Service]\\nDelegate=cpu cpuset io memory pids\\n' | " +
  "sudo install -D /dev/stdin /etc/systemd/system/user@.service.d/delegate.conf && sudo systemctl daemon-reload";

/** Whether the machine enforces a cap on memory, processors or processes. */
export function limitVerdict(
  control: Pick<Control, "flags"> & { readonly id: LimitId },
  policy: Policy,
  facts: LimitFacts,
): Verdict {
  const byAnnotation = control.flags.some((flag) => flag.startsWith("--annotation=krun."));
  return byAnnotation
    ? annotationVerdict(facts.krunVersion)
    : groupVerdict(CONTROLLERS[control.id], policy, facts.cgroups);
}

function annotationVerdict(version: string | undefined): Verdict {
  if (version === undefined) return undecided("krun", "its version is not known");
  const keeper = `crun ${version} (krun)`;
  return isAffected("krun-caps", version)
    ? broken(
        keeper,
        `crun ${version} ignores krun.ram_mib and krun.cpus`,
        "Install crun 1.27 or later, built with libkrun (package crun-krun).",
      )
    : kept(keeper);
}

function groupVerdict(controller: string, policy: Policy, cgroups: CgroupFacts): Verdict {
  const asked = policy.other.findLast(({ flag }) => flag === "cgroups")?.value;
  if (asked === "disabled") {
    return broken("cgroups", "the label says --cgroups=disabled", "Take it out of the label.");
  }
  switch (cgroups.kind) {
    case "unknown":
      return undecided("cgroups", cgroups.why);
    case "disabled":
      return broken("cgroups", 'containers.conf says cgroups = "disabled"', cgroupsFix(cgroups));
    case "v1":
      return broken(
        "cgroups v1",
        "cgroups v1 limits nothing for an ordinary user",
        cgroupsFix(cgroups),
      );
    case "v2": {
      const keeper = `cgroups v2 (${cgroups.manager})`;
      const reason = `the cgroup controller ${controller} is not delegated to you`;
      return cgroups.controllers.includes(controller)
        ? kept(keeper)
        : broken(keeper, reason, cgroupsFix(cgroups));
    }
  }
}

/** What gives this user the control groups that limits need. */
export function cgroupsFix(cgroups: Exclude<CgroupFacts, { readonly kind: "unknown" }>): string {
  switch (cgroups.kind) {
    case "disabled":
      return 'Take cgroups = "disabled" out of containers.conf.';
    case "v1":
      return "sudo grubby --update-kernel=ALL --args=systemd.unified_cgroup_hierarchy=1, then restart";
    case "v2":
      if (!cgroups.session) {
        return "Log in on a machine with systemd as yourself, not with su or sudo: systemd delegates controllers to its users.";
      }
      return cgroups.manager === "cgroupfs"
        ? 'Take cgroup_manager = "cgroupfs" out of containers.conf.'
        : `${DELEGATE}, then log out and in again`;
  }
}

import type { MachineFacts } from "../../host/machine/machine-facts.ts";
import { isVm } from "../../policy/is-vm.ts";
import { installCommand } from "../install.ts";
import { broken, kept, undecided } from "../verdict.ts";
import type { Verdict } from "../verdict.ts";
import type { JudgedLaunch } from "./judged-launch.ts";

/** What the OCI runtime keeps by itself, where it was built with what that needs. */
export function runtimeVerdict(launch: JudgedLaunch, feature?: "CAP" | "SECCOMP"): Verdict {
  const { policy, facts } = launch;
  if (isVm(policy)) return feature === undefined ? krunVerdict(facts) : withFeature(facts, feature);
  const { engine, crun } = facts;
  const name = policy.runtime ?? (engine.known ? engine.value.runtime : undefined);
  if (name === undefined) return undecided("the runtime", "Podman does not tell its runtime");
  if (name !== "crun") return undecided(name, `what ${name} keeps is not known to Paddock`);
  if (crun === undefined)
    return broken("crun", "crun is not installed", installCommand(facts, "crun"));
  if (!crun.known) return undecided("crun", crun.why, "crun --version");
  const { version, features } = crun.value;
  if (feature !== undefined && !features.includes(feature)) {
    return broken(`crun ${version}`, `it was built without ${feature}`, "Install another crun");
  }
  return kept(`crun ${version}`);
}

function withFeature(facts: MachineFacts, feature: string): Verdict {
  const verdict = krunVerdict(facts);
  if (verdict.state !== "kept" || facts.krun?.known !== true) return verdict;
  return facts.krun.value.features.includes(feature)
    ? verdict
    : broken(verdict.keeper, `it was built without ${feature}`, installCommand(facts, "krun"));
}

/** Whether there is a krun that makes virtual machines. */
export function krunVerdict(facts: MachineFacts): Verdict {
  const { krun, libkrun } = facts;
  const install = installCommand(facts, "krun");
  if (krun === undefined) return broken("krun", "krun is not installed", install);
  if (!krun.known) return undecided("krun", krun.why, "krun --version");
  const { version, features } = krun.value;
  if (!features.includes("LIBKRUN")) {
    return broken(`krun of crun ${version}`, "it was built without libkrun", install);
  }
  const library = libkrun?.known === true ? ` and libkrun ${libkrun.value}` : "";
  return kept(`krun of crun ${version}${library}`);
}

/** Whether a virtual machine of one's own can start. */
export function machineVerdict(facts: MachineFacts): Verdict {
  const runtime = krunVerdict(facts);
  if (runtime.state !== "kept") return runtime;
  switch (facts.kvm) {
    case "writable":
      return { ...runtime, keeper: `KVM, ${runtime.keeper}` };
    case "closed":
      return broken(
        "KVM",
        "you may not write /dev/kvm",
        `sudo setfacl -m u:${facts.user.name}:rw /dev/kvm`,
      );
    case "absent":
      return broken(
        "KVM",
        "this machine has no /dev/kvm",
        "Switch virtualization on in the firmware or the hypervisor",
      );
  }
}

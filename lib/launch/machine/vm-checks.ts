import { PaddockError } from "../../errors.ts";
import { versionText } from "../../host/podman/engine.ts";
import type { Host } from "../../host/host.ts";
import { findRuntime, readRuntime } from "../../host/machine/runtime.ts";
import type { RuntimeFacts } from "../../host/machine/runtime.ts";
import type { Asked } from "../../host/machine/asked.ts";

const WITHOUT_VM = "or start without a virtual machine: --runtime crun";

/** Checks what a krun launch needs, before anything is started: the runtime, its libkrun, and KVM; returns what krun says of itself. */
export async function requireVm(host: Host): Promise<Asked<RuntimeFacts>> {
  const krun = findRuntime(host, "krun");
  if (krun === undefined) {
    throw new PaddockError("host-unready", "The label asks for krun, which is not installed.", {
      fix: `Install crun with libkrun (package crun-krun or crun-vm), ${WITHOUT_VM}`,
    });
  }
  // Without libkrun the same binary silently runs an ordinary container.
  const text = await versionText(host, krun);
  if (!text.includes("+LIBKRUN")) {
    throw new PaddockError("host-unready", `${krun} is a crun that was built without libkrun.`, {
      fix: `Install a crun built with libkrun, ${WITHOUT_VM}`,
    });
  }
  if (!host.files.may("/dev/kvm", "read") || !host.files.may("/dev/kvm", "write")) {
    const absent = host.files.facts("/dev/kvm") === undefined;
    throw new PaddockError(
      "host-unready",
      absent ? "This machine has no /dev/kvm." : "You may not write to /dev/kvm.",
      {
        fix: absent
          ? `Switch virtualization on in the firmware or the hypervisor, ${WITHOUT_VM}`
          : `Run \`sudo setfacl -m u:${host.settings.user}:rw /dev/kvm\`, ${WITHOUT_VM}`,
      },
    );
  }
  return readRuntime(krun, text);
}

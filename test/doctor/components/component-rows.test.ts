import tap from "tap";
import { componentRows } from "../../../lib/doctor/components/component-rows.ts";
import { FEDORA, NO_PODMAN } from "../machines-for-tests.ts";

tap.same(
  componentRows(FEDORA).map(({ component }) => component),
  [
    "kernel",
    "KVM",
    "cgroups",
    "SELinux/AppArmor",
    "Podman",
    "crun",
    "krun",
    "passt/pasta",
    "subuid/subgid",
    "XDG_RUNTIME_DIR",
    "disk",
    "Node",
    "npm registry",
  ],
);
for (const row of componentRows(NO_PODMAN)) {
  if (["Podman", "passt/pasta", "SELinux/AppArmor"].includes(row.component)) {
    tap.equal(row.state, "unknown", `${row.component}, which could not be asked`);
  }
}

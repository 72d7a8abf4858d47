import type { MachineFacts } from "../../host/machine/machine-facts.ts";
import { cgroupsFix } from "../limit-verdict.ts";
import { compareVersions } from "../version.ts";
import type { ComponentRow } from "./component-row.ts";
import { lacking, ok } from "./component-row.ts";

/** What the sandbox stands on: the kernel, its devices, and what it gives this user. */
export function machineRows(facts: MachineFacts): readonly ComponentRow[] {
  return [kernel(facts), kvm(facts), cgroups(facts), securityModules(facts)];
}

/** What this user and Paddock itself have. */
export function userRows(facts: MachineFacts): readonly ComponentRow[] {
  return [
    subordinateIds(facts),
    runtimeDirectory(facts),
    disk(facts),
    node(facts),
    registry(facts),
  ];
}

function kernel({ system }: MachineFacts): ComponentRow {
  if (system.platform !== "linux") {
    return lacking("kernel", "attention", `${system.platform} is not Linux`, "Use a Linux machine");
  }
  const where = [system.distribution, system.architecture].filter(Boolean).join(", ");
  return system.kernel === undefined
    ? lacking("kernel", "unknown", `it does not tell its release; ${where}`)
    : ok("kernel", `Linux ${system.kernel}; ${where}`);
}

function kvm({ kvm: state, user }: MachineFacts): ComponentRow {
  switch (state) {
    case "writable":
      return ok("KVM", "/dev/kvm, which you may write");
    case "closed":
      // Membership of its group is not enough for a rootless container.
      return lacking(
        "KVM",
        "attention",
        "/dev/kvm, which you may not write yourself",
        `sudo setfacl -m u:${user.name}:rw /dev/kvm`,
      );
    case "absent":
      return lacking(
        "KVM",
        "missing",
        "no /dev/kvm",
        "Switch virtualization on in the firmware or the hypervisor",
      );
  }
}

const WANTED = ["memory", "pids", "cpu"];

function cgroups({ cgroups: facts }: MachineFacts): ComponentRow {
  if (facts.kind === "unknown") return lacking("cgroups", "unknown", facts.why);
  if (facts.kind !== "v2") {
    const found = facts.kind === "v1" ? "v1, which limits nothing here" : "off in containers.conf";
    return lacking("cgroups", "attention", found, cgroupsFix(facts));
  }
  const found = `v2 by ${facts.manager}; delegated: ${facts.controllers.join(", ") || "nothing"}`;
  const missing = WANTED.filter((name) => !facts.controllers.includes(name));
  return missing.length === 0
    ? ok("cgroups", found)
    : lacking("cgroups", "attention", found, cgroupsFix(facts));
}

function securityModules({ engine, userNamespacesRestricted }: MachineFacts): ComponentRow {
  const component = "SELinux/AppArmor";
  if (!engine.known) {
    return userNamespacesRestricted
      ? lacking(
          component,
          "attention",
          "AppArmor keeps programs without a profile from user namespaces",
          "Install Podman from the system's packages, which bring its profile",
        )
      : lacking(component, "unknown", engine.why, "podman info");
  }
  const { selinux, appArmor } = engine.value;
  const on = [...(selinux ? ["SELinux"] : []), ...(appArmor ? ["AppArmor"] : [])];
  return ok(component, on.length === 0 ? "neither is on" : `${on.join(" and ")} on`);
}

const NEEDED_IDS = 65_536;

function subordinateIds({ subordinateIds: files, user }: MachineFacts): ComponentRow {
  const component = "subuid/subgid";
  const found = files
    .map(({ path, count }) => `${path}: ${count === "elsewhere" ? "by nsswitch" : count}`)
    .join(", ");
  const enough = files.every(({ count }) => count === "elsewhere" || count >= NEEDED_IDS);
  if (enough) return ok(component, found);
  const command = `sudo usermod --add-subuids 100000-165535 --add-subgids 100000-165535 ${user.name}`;
  return lacking(component, "attention", found, command);
}

function runtimeDirectory({ runtimeDirectory: facts, user }: MachineFacts): ComponentRow {
  const component = "XDG_RUNTIME_DIR";
  const fix = `loginctl enable-linger, and set it to /run/user/${user.uid}`;
  switch (facts.kind) {
    case "unset":
      return lacking(component, "missing", "not set", fix);
    case "absent":
      return lacking(component, "attention", `${facts.path}, which is not there`, fix);
    case "found":
      return facts.uid === user.uid
        ? ok(component, facts.path)
        : lacking(component, "attention", `${facts.path}, which is not yours`, fix);
  }
}

const GIB = 1024 ** 3;
// The shipped images and a second build of them.
const NEEDED_BYTES = 5 * GIB;

function disk({ freeBytes }: MachineFacts): ComponentRow {
  if (freeBytes === undefined) return lacking("disk", "unknown", "its free space is not told");
  const found = `${(freeBytes / GIB).toFixed(1)} GiB free where images lie`;
  return freeBytes < NEEDED_BYTES
    ? lacking("disk", "attention", found, "podman image prune")
    : ok("disk", found);
}

function node({ node: version }: MachineFacts): ComponentRow {
  const from = (wanted: string): boolean => compareVersions(version, wanted) >= 0;
  const supported = from("23") || (from("22.12") && !from("23")) || (from("20.19") && !from("21"));
  return supported
    ? ok("Node", version)
    : lacking("Node", "attention", version, "Install Node 20.19, 22.12 or later");
}

function registry({ registry: answer }: MachineFacts): ComponentRow {
  const component = "npm registry";
  if (answer === undefined) {
    const found = "no connection that you did not ask for: --network asks it";
    return lacking(component, "not asked", found);
  }
  return answer.known
    ? ok(component, "answers")
    : lacking(component, "unknown", answer.why, "npm ping");
}

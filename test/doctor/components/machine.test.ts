import tap from "tap";
import { machineRows, userRows } from "../../../lib/doctor/components/machine.ts";
import type { MachineFacts } from "../../../lib/host/machine/machine-facts.ts";
import { DEBIAN, FEDORA, NO_DELEGATION, NO_PODMAN } from "../machines-for-tests.ts";

tap.same(
  [...machineRows(FEDORA), ...userRows(FEDORA)].map(
    ({ component, state }) => `${component} ${state}`,
  ),
  [
    "kernel ok",
    "KVM ok",
    "cgroups ok",
    "SELinux/AppArmor ok",
    "subuid/subgid ok",
    "XDG_RUNTIME_DIR ok",
    "disk ok",
    "Node ok",
    "npm registry not asked",
  ],
);

function neither(): MachineFacts {
  if (!FEDORA.engine.known) throw new Error("Fedora's engine is known");
  return { ...FEDORA, engine: { known: true, value: { ...FEDORA.engine.value, selinux: false } } };
}

const subuid = (count: number | "elsewhere"): MachineFacts => ({
  ...FEDORA,
  subordinateIds: [{ path: "/etc/subuid", count }],
});

const rows: readonly [name: string, facts: MachineFacts, component: string, expected: object][] = [
  [
    "C13 not Linux",
    { ...FEDORA, system: { ...FEDORA.system, platform: "darwin" } },
    "kernel",
    { state: "attention", found: "darwin is not Linux" },
  ],
  [
    "a kernel that does not tell",
    { ...FEDORA, system: { ...FEDORA.system, kernel: undefined, distribution: undefined } },
    "kernel",
    { state: "unknown", found: "it does not tell its release; x64" },
  ],
  ["no KVM", { ...FEDORA, kvm: "absent" }, "KVM", { state: "missing", fix: /firmware/ }],
  [
    "C31 a KVM that is its group's",
    { ...FEDORA, kvm: "closed" },
    "KVM",
    { state: "attention", fix: "sudo setfacl -m u:ann:rw /dev/kvm" },
  ],
  [
    "C27 nothing delegated",
    NO_DELEGATION,
    "cgroups",
    { state: "attention", found: "v2 by cgroupfs; delegated: nothing", fix: /^Log in/ },
  ],
  [
    "C27 v1",
    { ...FEDORA, cgroups: { kind: "v1" } },
    "cgroups",
    { state: "attention", found: "v1, which limits nothing here", fix: /unified/ },
  ],
  [
    "switched off",
    { ...FEDORA, cgroups: { kind: "disabled" } },
    "cgroups",
    { state: "attention", fix: /containers\.conf/ },
  ],
  [
    "control groups that do not tell",
    { ...FEDORA, cgroups: { kind: "unknown", why: "no file" } },
    "cgroups",
    { state: "unknown", found: "no file" },
  ],
  ["SELinux", FEDORA, "SELinux/AppArmor", { found: "SELinux on" }],
  ["AppArmor", DEBIAN, "SELinux/AppArmor", { found: "AppArmor on" }],
  ["neither", neither(), "SELinux/AppArmor", { state: "ok", found: "neither is on" }],
  ["an engine that does not answer", NO_PODMAN, "SELinux/AppArmor", { state: "unknown" }],
  [
    "F15 user namespaces restricted, and Podman does not work",
    { ...NO_PODMAN, userNamespacesRestricted: true },
    "SELinux/AppArmor",
    { state: "attention", fix: /its profile/ },
  ],
  ["C25 too few ids", subuid(1), "subuid/subgid", { state: "attention", fix: /usermod .* ann$/ }],
  ["C25 ids from the network", subuid("elsewhere"), "subuid/subgid", { state: "ok" }],
  [
    "C26 no runtime directory",
    { ...FEDORA, runtimeDirectory: { kind: "unset" } },
    "XDG_RUNTIME_DIR",
    { state: "missing", fix: /enable-linger/ },
  ],
  [
    "C26 one that is not there",
    { ...FEDORA, runtimeDirectory: { kind: "absent", path: "/run/user/0" } },
    "XDG_RUNTIME_DIR",
    { state: "attention", found: "/run/user/0, which is not there" },
  ],
  [
    "C26 another user's",
    { ...FEDORA, runtimeDirectory: { kind: "found", path: "/run/user/0", uid: 0 } },
    "XDG_RUNTIME_DIR",
    { state: "attention", found: "/run/user/0, which is not yours" },
  ],
  [
    "a full disk",
    { ...FEDORA, freeBytes: 1.5 * 1024 ** 3 },
    "disk",
    { state: "attention", found: "1.5 GiB free where images lie" },
  ],
  ["a disk that does not tell", { ...FEDORA, freeBytes: undefined }, "disk", { state: "unknown" }],
  [
    "a registry that answers",
    { ...FEDORA, registry: { known: true, value: "answers" } },
    "npm registry",
    { state: "ok", found: "answers" },
  ],
  [
    "a registry that does not",
    { ...FEDORA, registry: { known: false, why: "it is away" } },
    "npm registry",
    { state: "unknown", found: "it is away" },
  ],
];
for (const [name, facts, component, expected] of rows) {
  const row = [...machineRows(facts), ...userRows(facts)].find(
    (each) => each.component === component,
  );
  tap.match(row, expected, name);
}

const nodes: readonly [version: string, state: string][] = [
  ["20.18.3", "attention"],
  ["20.19.0", "ok"],
  ["21.7.3", "attention"],
  ["22.11.0", "attention"],
  ["22.12.0", "ok"],
  ["23.0.0", "ok"],
  ["25.1.0", "ok"],
];
for (const [node, state] of nodes) {
  tap.match(
    userRows({ ...FEDORA, node }).find(({ component }) => component === "Node"),
    { state },
    node,
  );
}

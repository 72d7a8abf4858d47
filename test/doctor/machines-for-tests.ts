import type { EngineInfo } from "../../lib/host/machine/engine-info.ts";
import type { MachineFacts } from "../../lib/host/machine/machine-facts.ts";
import { readPolicy } from "../../lib/policy/read-policy.ts";
import type { Policy } from "../../lib/policy/policy.ts";

const ENGINE: EngineInfo = {
  rootless: true,
  runtime: "crun",
  rootlessNetwork: "pasta",
  pasta: "/usr/bin/pasta",
  pastaVersion: "pasta 2025_05_03.587980c",
  seccomp: true,
  selinux: true,
  appArmor: false,
  storage: "/home/ann/.local/share/containers/storage",
  storageDriver: "overlay",
};

const KRUN_FEATURES = ["SYSTEMD", "SELINUX", "CAP", "SECCOMP", "EBPF", "LIBKRUN", "YAJL"];

/** A Fedora that keeps everything: krun with KVM, control groups delegated by systemd. */
export const FEDORA: MachineFacts = {
  system: {
    platform: "linux",
    kernel: "6.17.1-300.fc43.x86_64",
    distribution: "Fedora Linux 43 (Workstation Edition)",
    architecture: "x64",
  },
  user: { name: "ann", uid: 1000, home: "/home/ann" },
  hostName: "anns-laptop.example",
  paddock: "1.2.3",
  node: "24.1.0",
  kvm: "writable",
  podman: { known: true, value: "5.8.6" },
  engine: { known: true, value: ENGINE },
  crun: {
    known: true,
    value: { path: "/usr/bin/crun", version: "1.29", features: KRUN_FEATURES },
  },
  krun: {
    known: true,
    value: { path: "/usr/bin/krun", version: "1.29", features: KRUN_FEATURES },
  },
  libkrun: { known: true, value: "1.18.0" },
  passt: "/usr/bin/passt",
  cgroups: {
    kind: "v2",
    manager: "systemd",
    controllers: ["cpu", "io", "memory", "pids"],
    place: "/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service",
    session: true,
  },
  subordinateIds: [
    { path: "/etc/subuid", count: 65_536 },
    { path: "/etc/subgid", count: 65_536 },
  ],
  runtimeDirectory: { kind: "found", path: "/run/user/1000", uid: 1000 },
  userNamespacesRestricted: false,
  freeBytes: 80 * 1024 ** 3,
  registry: undefined,
};

/** Debian 13 as it comes: crun 1.21 without libkrun, no krun, and a passt that does not tell its version. */
export const DEBIAN: MachineFacts = {
  ...FEDORA,
  system: { ...FEDORA.system, kernel: "6.12.9", distribution: "Debian GNU/Linux 13 (trixie)" },
  podman: { known: true, value: "5.4.2" },
  engine: {
    known: true,
    value: {
      ...ENGINE,
      selinux: false,
      appArmor: true,
      pastaVersion: "passt_0.0~git20250503.587980c-2+deb13u1_amd64",
    },
  },
  crun: {
    known: true,
    value: {
      path: "/usr/bin/crun",
      version: "1.21",
      features: ["SYSTEMD", "APPARMOR", "CAP", "SECCOMP", "YAJL"],
    },
  },
  krun: undefined,
  libkrun: undefined,
};

/** A container or a root without systemd: nothing is delegated. */
export const NO_DELEGATION: MachineFacts = {
  ...DEBIAN,
  cgroups: {
    kind: "v2",
    manager: "cgroupfs",
    controllers: [],
    place: "/sys/fs/cgroup",
    session: false,
  },
};

/** A krun that is older than its annotations. */
export const OLD_KRUN: MachineFacts = {
  ...FEDORA,
  krun: {
    known: true,
    value: { path: "/usr/bin/krun", version: "1.21", features: KRUN_FEATURES },
  },
  libkrun: { known: true, value: "1.17.4" },
};

/** A machine without Podman: whatever it would tell is not known. */
export const NO_PODMAN: MachineFacts = {
  ...DEBIAN,
  podman: { known: false, why: "Podman was not found in PATH." },
  engine: { known: false, why: "Podman was not found in PATH." },
};

/** The shipped label of the profile default, as a policy. */
export const DEFAULT_POLICY: Policy = readPolicy([
  "podman",
  "run",
  ..."--rm -it --pull=never --runtime krun".split(" "),
  ..."--annotation krun.ram_mib=8192 --annotation krun.cpus=4 --annotation krun.use_passt=1".split(
    " ",
  ),
  ..."--network pasta --http-proxy=false --cap-drop ALL --security-opt no-new-privileges".split(
    " ",
  ),
  ..."--read-only --read-only-tmpfs=false --tmpfs /tmp:rw,noexec,nosuid,nodev,size=2048m".split(
    " ",
  ),
  ..."--pids-limit 1024 --userns keep-id:uid=1000,gid=1000 --user ai".split(" "),
  "--volume=/home/ann/.local/share/paddock/homes/default:/home/ai:z",
  "--volume=/home/ann/secret-client:/home/ai/sandbox:z",
  "localhost/paddock:latest",
]);

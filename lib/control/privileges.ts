import { isVm } from "../policy/is-vm.ts";
import type { Policy } from "../policy/policy.ts";
import type { Control } from "./control.ts";

/** Who the sandbox's processes are and what they may ask of the kernel. */
export function privilegeControls(policy: Policy): readonly Control[] {
  return [
    ...identity(policy),
    groups(policy),
    ...capabilities(policy),
    ...noNewPrivileges(policy),
    ...seccomp(policy),
  ];
}

function identity(policy: Policy): readonly Control[] {
  const mapped = /^keep-id:(?:.*,)?uid=(?<uid>\d+)/.exec(policy.userns ?? "")?.groups?.["uid"];
  const [user = "", group] = (policy.user ?? mapped ?? "").split(":");
  if (user === "") return [];
  return [
    {
      id: "identity",
      promise: `runs as the user ${user}${group ? ` and the group ${group}` : ""}`,
      flags:
        policy.user === undefined ? [`--userns=${policy.userns ?? ""}`] : [`--user=${policy.user}`],
      expected: { kind: "user", user, ...(group ? { group } : {}) },
    },
  ];
}

function groups(policy: Policy): Control {
  const added = policy.groups;
  return {
    id: "groups",
    promise:
      added.length === 0
        ? "is in no group but its user's own"
        : `is in no group but its user's own and ${added.join(", ")}`,
    flags: added.map((group) => `--group-add=${group}`),
    expected: { kind: "groups", added },
  };
}

// Podman's own, in containers.conf(5) default_capabilities.
const DEFAULT_CAPABILITIES =
  "CHOWN DAC_OVERRIDE FOWNER FSETID KILL NET_BIND_SERVICE SETFCAP SETGID SETPCAP SETUID SYS_CHROOT";

function capabilities(policy: Policy): readonly Control[] {
  const { drop, add } = policy.capabilities;
  if (policy.privileged || add.includes("ALL")) return [];
  const defaults = drop.includes("ALL")
    ? []
    : DEFAULT_CAPABILITIES.split(" ").filter((name) => !drop.includes(name));
  const most = [...new Set([...defaults, ...add])].sort();
  return [
    {
      id: "capabilities",
      promise: most.length === 0 ? "has no capability" : `has no capability but ${most.join(", ")}`,
      flags: [
        ...drop.map((name) => `--cap-drop=${name}`),
        ...add.map((name) => `--cap-add=${name}`),
      ],
      expected: { kind: "capabilities", most },
    },
  ];
}

function noNewPrivileges(policy: Policy): readonly Control[] {
  const option = policy.security.findLast(({ name }) => name === "no-new-privileges");
  if (option === undefined || !/^(?:|1|t|true)$/i.test(option.value ?? "")) return [];
  return [
    {
      id: "no-new-privileges",
      promise: "gains no privilege from a program that has one",
      flags: ["--security-opt=no-new-privileges"],
      expected: { kind: "no-new-privileges" },
    },
  ];
}

function seccomp(policy: Policy): readonly Control[] {
  const option = policy.security.findLast(({ name }) => name === "seccomp");
  if (policy.privileged || option?.value === "unconfined") return [];
  const of = isVm(policy) ? "monitor" : "sandbox";
  const whose = of === "monitor" ? "the virtual machine's monitor" : "its processes";
  return [
    {
      id: "seccomp",
      promise: `a filter of system calls is on ${whose}`,
      flags: option?.value === undefined ? [] : [`--security-opt=seccomp=${option.value}`],
      expected: { kind: "seccomp", of },
    },
  ];
}

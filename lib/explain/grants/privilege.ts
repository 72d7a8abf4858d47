import type { Policy, Setting } from "../../policy/policy.ts";
import { grant } from "../row.ts";
import type { Grant } from "../row.ts";
import { isMachine } from "./machine.ts";

/** Who the sandbox is on this machine, and what it may do there beside using files and networks. */
export function privilegeGrants(policy: Policy): Grant[] {
  return [
    capabilities(policy),
    newPrivileges(policy),
    ...otherSecurity(policy),
    identity(policy),
    ...groups(policy),
    ...namespaces(policy),
    ...devices(policy),
  ];
}

// Podman's own (containers.conf, default_capabilities).
const DEFAULTS: readonly string[] =
  "CHOWN DAC_OVERRIDE FOWNER FSETID KILL NET_BIND_SERVICE SETFCAP SETGID SETPCAP SETUID SYS_CHROOT".split(
    " ",
  );

function capabilities(policy: Policy): Grant {
  const { drop, add } = policy.capabilities;
  const flags = ["cap-drop", "cap-add", "privileged"];
  const all = policy.privileged || add.includes("ALL");
  const start = all ? ["ALL", ...DEFAULTS] : drop.includes("ALL") ? [] : DEFAULTS;
  const members = [...new Set([...start.filter((name) => !drop.includes(name)), ...add])];
  const dropped = all && drop.length > 0 ? ` but ${drop.join(", ")}` : "";
  const held = all
    ? `every capability${dropped}`
    : members.length === 0
      ? "no capability"
      : `the capabilities ${members.join(", ")}`;
  const walls = policy.privileged
    ? " (--privileged: no wall but the user's own rights is left)"
    : "";
  const text = isMachine(policy)
    ? `root inside the VM; on this machine the VM's monitor has ${held}${walls}`
    : `${held}${walls}`;
  const exact = all ? drop.toSorted().join(" ") : "";
  return grant({
    key: "capabilities",
    topic: "sandbox",
    text,
    flags,
    members: policy.privileged ? [...members, "privileged"] : members,
    exact,
  });
}

function newPrivileges(policy: Policy): Grant {
  const option = policy.security.findLast(({ name }) => name === "no-new-privileges");
  const held = option !== undefined && /^(?:|1|t|true)$/i.test(option.value ?? "");
  const who = isMachine(policy) ? "the VM's monitor" : "a program";
  return grant({
    key: "no-new-privileges",
    topic: "sandbox",
    text: held
      ? `${who} cannot gain privileges (no-new-privileges)`
      : `${who} may gain privileges, with setuid programs for instance`,
    flags: ["security-opt"],
    level: held ? 0 : 1,
  });
}

function otherSecurity({ security }: Policy): Grant[] {
  const others = security.filter(({ name }) => name !== "no-new-privileges");
  return others.map((option) =>
    grant({
      key: `security ${option.name}`,
      topic: "sandbox",
      text: `security option ${written(option)}${consequence(option)}`,
      flags: ["security-opt"],
      exact: option.value ?? "",
      without: option.name === "mask" ? "wider" : "unclear",
    }),
  );
}

function consequence({ name, value = "" }: Setting): string {
  if (name === "seccomp")
    return value === "unconfined"
      ? ": no filter of system calls"
      : ": another filter of system calls";
  if (name === "apparmor")
    return value === "unconfined" ? ": without AppArmor" : ": another AppArmor profile";
  if (name === "label")
    return value === "disable" ? ": without SELinux" : ": another SELinux label";
  if (name === "unmask" || name === "systempaths")
    return ": shows what is masked in /proc and /sys";
  return name === "mask" ? ": hides more of /proc and /sys" : "";
}

function identity(policy: Policy): Grant {
  const { user, userns } = policy;
  const inside = isMachine(policy)
    ? `the VM's monitor runs as ${user ?? "the image's user"}`
    : `runs as ${user ?? "the image's user"}`;
  const text = `${inside}; ${owner(userns)}`;
  return grant({
    key: "identity",
    topic: "sandbox",
    text,
    flags: ["user", "userns"],
    exact: JSON.stringify([user, userns]),
    without: "unclear",
  });
}

function owner(userns: string | undefined): string {
  if (userns === undefined || userns === "")
    return "the sandbox's root is you, as far as files are concerned";
  const mapped = /^keep-id(?::uid=(?<uid>\d+)(?:,gid=\d+)?)?$/.exec(userns);
  if (mapped === null) return `users are mapped by --userns=${userns}`;
  const uid = mapped.groups?.["uid"];
  return `${uid === undefined ? "its user of your number" : `its user ${uid}`} is you, as far as files are concerned (${userns})`;
}

function groups({ groups: names }: Policy): Grant[] {
  if (names.length === 0) return [];
  const kept = names.includes("keep-groups") ? " (keep-groups: all of yours on this machine)" : "";
  return [
    grant({
      key: "groups",
      topic: "sandbox",
      text: `further groups: ${names.join(", ")}${kept}`,
      flags: ["group-add"],
      members: names,
    }),
  ];
}

const SPACES = {
  pid: "processes",
  ipc: "shared memory and queues",
  uts: "host name",
  cgroupns: "control groups",
} as const;

function namespaces({ namespaces: spaces }: Policy): Grant[] {
  return (["pid", "ipc", "uts", "cgroupns"] as const).flatMap((flag) => {
    const value = spaces[flag];
    if (value === undefined || value === "") return [];
    const whose =
      value === "private" ? "its own" : value === "host" ? "this machine's" : `those of ${value}`;
    return [
      grant({
        key: `namespace ${flag}`,
        topic: "sandbox",
        text: `${SPACES[flag]}: ${whose} (--${flag}=${value})`,
        flags: [flag],
        exact: value,
        without: "unclear",
      }),
    ];
  });
}

function opened(key: string, what: string, members: readonly string[]): Grant[] {
  if (members.length === 0) return [];
  const text = `${what}: ${members.join(", ")}`;
  return [grant({ key, topic: "sandbox", text, flags: [key], members })];
}

function devices({ devices: { paths, gpus, cgroupRules } }: Policy): Grant[] {
  return [
    ...opened("device", "devices of this machine", paths),
    ...opened("gpus", "graphics devices of this machine", gpus),
    ...opened("device-cgroup-rule", "device numbers that it may open", cgroupRules),
  ];
}

function written({ name, value }: Setting): string {
  return value === undefined ? name : `${name}=${value}`;
}

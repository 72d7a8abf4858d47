import tap from "tap";
import { limitControls } from "../../lib/control/limits.ts";
import { isLimit, limitVerdict } from "../../lib/doctor/limit-verdict.ts";
import type { LimitFacts } from "../../lib/doctor/limit-verdict.ts";
import { readPolicy } from "../../lib/policy/read-policy.ts";

type V2 = Extract<LimitFacts["cgroups"], { kind: "v2" }>;

const SYSTEMD: V2 = {
  kind: "v2",
  manager: "systemd",
  controllers: ["cpu", "memory", "pids"],
  place: "/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service",
  session: true,
};
const WITHOUT_SYSTEMD: V2 = {
  kind: "v2",
  manager: "cgroupfs",
  controllers: [],
  place: "/sys/fs/cgroup",
  session: false,
};

/** The verdicts of all limits that the flags ask for, as `id state`. */
function verdicts(flags: string, facts: LimitFacts): readonly string[] {
  const policy = readPolicy(["podman", "run", ...flags.split(" "), "image"]);
  return limitControls(policy).flatMap(({ id, flags: words }) =>
    isLimit(id) ? [`${id} ${limitVerdict({ id, flags: words }, policy, facts).state}`] : [],
  );
}

const CAPS = "--memory 1g --cpus 2 --pids-limit 10";
const VM = "--runtime krun --annotation krun.ram_mib=1024 --annotation krun.cpus=2 --pids-limit 10";
const ALL_KEPT = ["memory kept", "cpus kept", "processes kept"];
const ALL_BROKEN = ["memory broken", "cpus broken", "processes broken"];

const rows: readonly [
  name: string,
  flags: string,
  facts: LimitFacts,
  expected: readonly string[],
][] = [
  ["all delegated", CAPS, { cgroups: SYSTEMD, krunVersion: undefined }, ALL_KEPT],
  [
    "C27 memory and pids, as older systemd delegates",
    CAPS,
    { cgroups: { ...SYSTEMD, controllers: ["memory", "pids"] }, krunVersion: undefined },
    ["memory kept", "cpus broken", "processes kept"],
  ],
  [
    "C27 cpuset is not cpu",
    CAPS,
    { cgroups: { ...SYSTEMD, controllers: ["cpuset"] }, krunVersion: undefined },
    ALL_BROKEN,
  ],
  ["C27 no systemd", CAPS, { cgroups: WITHOUT_SYSTEMD, krunVersion: undefined }, ALL_BROKEN],
  ["C27 cgroups v1", CAPS, { cgroups: { kind: "v1" }, krunVersion: undefined }, ALL_BROKEN],
  ["switched off", CAPS, { cgroups: { kind: "disabled" }, krunVersion: undefined }, ALL_BROKEN],
  [
    "switched off by the label",
    `${CAPS} --cgroups disabled`,
    { cgroups: SYSTEMD, krunVersion: undefined },
    ALL_BROKEN,
  ],
  [
    "a file that does not tell",
    CAPS,
    { cgroups: { kind: "unknown", why: "no file" }, krunVersion: undefined },
    ["memory unknown", "cpus unknown", "processes unknown"],
  ],
  ["krun", VM, { cgroups: SYSTEMD, krunVersion: "1.27" }, ALL_KEPT],
  [
    "krun of a crun that ignores its annotations",
    VM,
    { cgroups: SYSTEMD, krunVersion: "1.26" },
    ["memory broken", "cpus broken", "processes kept"],
  ],
  [
    "krun that does not say its version",
    VM,
    { cgroups: SYSTEMD, krunVersion: undefined },
    ["memory unknown", "cpus unknown", "processes kept"],
  ],
  [
    "krun without control groups: its own caps hold",
    VM,
    { cgroups: WITHOUT_SYSTEMD, krunVersion: "1.29" },
    ["memory kept", "cpus kept", "processes broken"],
  ],
  [
    "krun that is capped by --memory",
    "--runtime krun --memory 1g",
    { cgroups: WITHOUT_SYSTEMD, krunVersion: "1.29" },
    ["memory broken"],
  ],
];
for (const [name, flags, facts, expected] of rows) tap.same(verdicts(flags, facts), expected, name);

const fixes: readonly [name: string, cgroups: LimitFacts["cgroups"], fix: RegExp][] = [
  ["undelegated", { ...SYSTEMD, controllers: [] }, /Delegate=.*pids.*user@\.service\.d/s],
  ["no systemd of the user's", WITHOUT_SYSTEMD, /^Log in .* as yourself/],
  [
    "cgroupfs by choice",
    { ...WITHOUT_SYSTEMD, session: true },
    /cgroup_manager = "cgroupfs" out of containers\.conf/,
  ],
  ["v1", { kind: "v1" }, /unified_cgroup_hierarchy=1/],
];
for (const [name, cgroups, fix] of fixes) {
  const policy = readPolicy(["podman", "run", "--pids-limit=10", "image"]);
  const control = { id: "processes", flags: ["--pids-limit=10"] } as const;
  const verdict = limitVerdict(control, policy, { cgroups, krunVersion: undefined });
  tap.match(verdict, { state: "broken", fix }, name);
}

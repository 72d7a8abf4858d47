import tap from "tap";
import type { LimitId } from "../../../lib/doctor/limit-verdict.ts";
import { requireMachine } from "../../../lib/launch/machine/machine-checks.ts";
import { readPolicy } from "../../../lib/policy/read-policy.ts";
import { testWorld } from "../../host-for-tests.ts";
import type { World } from "../../host-for-tests.ts";

const SERVICE = "machine/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service";

interface Machine {
  readonly controllers?: string;
  /** Of a krun that can start. */
  readonly krun?: string;
}

function machine(t: Parameters<typeof testWorld>[0], { controllers, krun }: Machine): World {
  const world = testWorld(t, {
    files: controllers === undefined ? {} : { [`${SERVICE}/cgroup.controllers`]: controllers },
  });
  if (krun === undefined) return world;
  world.write("machine/usr/bin/krun", "", 0o755);
  world.write("machine/dev/kvm", "");
  const stdout = `crun version ${krun}\n+LIBKRUN\n`;
  const run = async (): Promise<{ status: number; stdout: string; stderr: string }> => ({
    status: 0,
    stdout,
    stderr: "",
  });
  return { ...world, host: { ...world.host, processes: { ...world.host.processes, run } } };
}

const VM = "--runtime krun --annotation krun.ram_mib=8192 --annotation krun.cpus=4";
const rows: readonly [
  name: string,
  machine: Machine,
  flags: string,
  accepted: readonly LimitId[],
  /** What is printed, or the error. */
  expected: readonly string[] | { message: RegExp; fix: RegExp },
][] = [
  ["everything enforced", {}, "--pids-limit 8 --memory 1g --cpus 1", [], []],
  ["no limit, nothing to enforce", { controllers: "" }, "--read-only", [], []],
  [
    "C27 --pids-limit without the controller pids",
    { controllers: "memory\n" },
    "--pids-limit 8 --memory 1g",
    [],
    {
      message: /^This machine does not enforce --pids-limit=8: the cgroup controller pids is not/,
      fix: /Delegate=.*\n {2}Or start without: --accept-unenforced processes$/s,
    },
  ],
  [
    "C27 two limits are named at once",
    { controllers: "" },
    "--pids-limit 8 --memory 1g",
    [],
    {
      message: /--memory=1g: .*\n {2}This machine does not enforce --pids-limit=8: /,
      fix: /--accept-unenforced memory --accept-unenforced processes$/,
    },
  ],
  [
    "one accepted, the other not",
    { controllers: "" },
    "--pids-limit 8 --memory 1g",
    ["memory"],
    { message: /^[^\n]*--pids-limit=8[^\n]*$/, fix: /without: --accept-unenforced processes$/ },
  ],
  [
    "accepted limits are said",
    { controllers: "" },
    "--pids-limit 8",
    ["processes", "memory"],
    ["not enforced here: --pids-limit=8 (the cgroup controller pids is not delegated to you)"],
  ],
  [
    "krun.ram_mib with a crun that ignores it",
    { krun: "1.21" },
    VM,
    ["cpus"],
    {
      message:
        /--annotation=krun\.ram_mib=8192: crun 1\.21 ignores krun\.ram_mib and krun\.cpus\.$/,
      fix: /^Install crun 1\.27 or later.*\n {2}Or start without: --accept-unenforced memory$/s,
    },
  ],
  ["krun.ram_mib with a crun that knows it", { krun: "1.27.1" }, VM, [], []],
  [
    "a machine without krun",
    {},
    VM,
    ["memory", "cpus"],
    { message: /asks for krun, which is not installed/, fix: /--runtime crun/ },
  ],
];
for (const [name, facts, flags, accepted, expected] of rows) {
  tap.test(name, async (t) => {
    const { host } = machine(t, facts);
    const policy = readPolicy(["podman", "run", ...flags.split(" "), "image"]);
    const checked = requireMachine(host, policy, accepted);
    if ("message" in expected) await t.rejects(checked, { code: "host-unready", ...expected });
    else t.same(await checked, expected);
  });
}

import tap from "tap";
import { readCgroups } from "../../../lib/host/machine/cgroups.ts";
import { testWorld } from "../../host-for-tests.ts";
import type { WorldOptions } from "../../host-for-tests.ts";

const ROOT = "machine/sys/fs/cgroup";
const SERVICE = "/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service";
const CONF = "home/.config/containers/containers.conf";

interface Row extends WorldOptions {
  readonly without?: readonly string[];
}

const rows: readonly [name: string, row: Row, expected: object][] = [
  [
    "a user's systemd",
    {},
    {
      kind: "v2",
      manager: "systemd",
      controllers: ["cpu", "memory", "pids"],
      place: SERVICE,
      session: true,
    },
  ],
  [
    "C27 a user's systemd with nothing delegated",
    { files: { [`machine${SERVICE}/cgroup.controllers`]: "\n" } },
    { kind: "v2", manager: "systemd", controllers: [], session: true },
  ],
  [
    "a systemd that hides its files",
    { without: [`${SERVICE}/cgroup.controllers`] },
    { kind: "unknown", why: `${SERVICE} does not tell` },
  ],
  [
    "C27 cgroupfs in a group of root's",
    {
      without: ["/run/user/1000/systemd/private"],
      files: { "machine/proc/self/cgroup": "8:pids:/\n0::/\n" },
    },
    { kind: "v2", manager: "cgroupfs", controllers: [], place: "/sys/fs/cgroup", session: false },
  ],
  [
    "cgroupfs in a group of one's own",
    {
      without: ["/run/user/1000/systemd/private"],
      files: {
        "machine/proc/self/cgroup": "0::/mine/here\n",
        [`${ROOT}/mine/here/cgroup.controllers`]: "pids\n",
        [`${ROOT}/mine/here/cgroup.subtree_control`]: "",
      },
    },
    { kind: "v2", manager: "cgroupfs", controllers: ["pids"], place: "/sys/fs/cgroup/mine/here" },
  ],
  [
    "cgroupfs by choice",
    {
      files: {
        [CONF]: '[engine]\ncgroup_manager = "cgroupfs"\n',
        "machine/proc/self/cgroup": "0::/\n",
      },
    },
    { kind: "v2", manager: "cgroupfs", controllers: [], session: true },
  ],
  ["C27 v1", { without: ["/sys/fs/cgroup/cgroup.controllers"] }, { kind: "v1" }],
  [
    "switched off",
    { files: { [CONF]: "[containers]\ncgroups = 'disabled'\n" } },
    { kind: "disabled" },
  ],
  [
    "no group of one's own in sight",
    { without: ["/run/user/1000/systemd/private", "/proc/self/cgroup"] },
    { kind: "unknown", why: "/proc/self/cgroup does not tell" },
  ],
];
function words(expected: object): object {
  const { controllers } = expected as { readonly controllers: readonly string[] };
  return { controllers: new RegExp(`^${controllers.join(" ")}$`) };
}

for (const [name, { without = [], ...options }, expected] of rows) {
  tap.test(name, (t) => {
    const { host } = testWorld(t, {
      ...options,
      wrapFiles: (files) => ({
        ...files,
        facts: (path) => (without.includes(path) ? undefined : files.facts(path)),
        readText: (path) => (without.includes(path) ? undefined : files.readText(path)),
      }),
    });
    const facts = readCgroups(host);
    t.match(facts, expected);
    // An empty list matches every list.
    if (facts.kind === "v2") t.match({ controllers: facts.controllers.join(" ") }, words(expected));
    t.end();
  });
}

tap.test("a group that the user may not divide gives nothing", (t) => {
  const { host } = testWorld(t, {
    environment: { XDG_RUNTIME_DIR: "/nowhere" },
    files: {
      "machine/proc/self/cgroup": "0::/\n",
      [`${ROOT}/cgroup.subtree_control`]: "",
    },
    wrapFiles: (files) => ({ ...files, may: () => false }),
  });
  t.match(readCgroups(host), { manager: "cgroupfs" });
  t.match(JSON.stringify(readCgroups(host)), '"controllers":[]');
  t.end();
});

import t from "tap";
import { FLAGS, type Flag } from "../../lib/policy/flags.ts";
import type { Policy } from "../../lib/policy/policy.ts";
import { readPolicy } from "../../lib/policy/read-policy.ts";

const read = (...words: string[]): Policy => readPolicy(["podman", "run", ...words, "img"]);

t.test("an argv without flags", async (test) => {
  test.same(readPolicy(["podman", "run", "img", "sh", "-c", "id"]), {
    image: "img",
    command: ["sh", "-c", "id"],
    rootfs: false,
    runtime: undefined,
    annotations: [],
    networks: [],
    ports: { published: [], all: false },
    mounts: [],
    volumesFrom: [],
    devices: { paths: [], gpus: [], cgroupRules: [] },
    privileged: false,
    capabilities: { drop: [], add: [] },
    security: [],
    readOnlyRoot: false,
    readOnlyTmpfs: true,
    user: undefined,
    userns: undefined,
    groups: [],
    namespaces: { pid: undefined, ipc: undefined, uts: undefined, cgroupns: undefined },
    limits: [],
    environment: { set: [], files: [], host: false, httpProxy: true },
    terminal: { tty: false, interactive: false },
    detach: false,
    detachKeys: undefined,
    name: undefined,
    replace: false,
    remove: false,
    removeImage: false,
    labels: [],
    workdir: undefined,
    entrypoint: undefined,
    hostname: undefined,
    init: false,
    pull: undefined,
    stopSignal: undefined,
    stopTimeout: undefined,
    timeout: undefined,
    other: [],
  } satisfies Policy);
});

const ROWS: readonly (readonly [words: readonly string[], part: Partial<Policy>])[] = [
  [["--runtime", "krun"], { runtime: "krun" }],
  [
    ["--annotation=krun.cpus=4", "--annotation", "b"],
    { annotations: [{ name: "krun.cpus", value: "4" }, { name: "b" }] },
  ],
  [["--network", "pasta:-T,8080"], { networks: [{ mode: "pasta", options: ["-T", "8080"] }] }],
  [["--net=none"], { networks: [{ mode: "none", options: [] }] }],
  [
    ["--network=a,b"],
    {
      networks: [
        { mode: "a", options: [] },
        { mode: "b", options: [] },
      ],
    },
  ],
  [
    ["--network", "a:ip=10.0.0.2", "--network=b"],
    {
      networks: [
        { mode: "a", options: ["ip=10.0.0.2"] },
        { mode: "b", options: [] },
      ],
    },
  ],
  [
    ["--network=ns:/proc/1/ns/net"],
    { networks: [{ mode: "ns", options: [], target: "/proc/1/ns/net" }] },
  ],
  [["--network=container:x"], { networks: [{ mode: "container", options: [], target: "x" }] }],
  [["-p", "80:80,81:81", "-P"], { ports: { published: ["80:80", "81:81"], all: true } }],
  [
    ["--cap-drop", "all", "--cap-drop=CAP_KILL"],
    { capabilities: { drop: ["ALL", "KILL"], add: [] } },
  ],
  [
    ["--cap-add=net_admin,SYS_PTRACE"],
    { capabilities: { drop: [], add: ["NET_ADMIN", "SYS_PTRACE"] } },
  ],
  [
    [
      "--security-opt",
      "no-new-privileges",
      "--security-opt=label:disable",
      "--security-opt",
      "seccomp=/a:b",
    ],
    {
      security: [
        { name: "no-new-privileges" },
        { name: "label", value: "disable" },
        { name: "seccomp", value: "/a:b" },
      ],
    },
  ],
  [["--read-only"], { readOnlyRoot: true }],
  [["--read-only", "--read-only=false"], { readOnlyRoot: false }],
  [["--read-only=0", "--read-only=T"], { readOnlyRoot: true }],
  [["--read-only-tmpfs=false"], { readOnlyTmpfs: false }],
  [["--user", "a", "-u", "b"], { user: "b" }],
  [
    ["--memory=1g", "-m", "2g", "--ulimit", "a=1,b=2"],
    {
      limits: [
        { flag: "memory", value: "2g" },
        { flag: "ulimit", value: "a=1" },
        { flag: "ulimit", value: "b=2" },
      ],
    },
  ],
  [
    ["-e", "A=B=C", "-e", "D", "--env-file", "f,g"],
    {
      environment: {
        set: [{ name: "A", value: "B=C" }, { name: "D" }],
        files: ["f,g"],
        host: false,
        httpProxy: true,
      },
    },
  ],
  [
    ["--http-proxy=false", "--env-host"],
    { environment: { set: [], files: [], host: true, httpProxy: false } },
  ],
  [["-it"], { terminal: { tty: true, interactive: true } }],
  [["-it=false"], { terminal: { tty: false, interactive: true } }],
  [
    ["--pid", "host", "--ipc=none", "--uts=host", "--cgroupns", "private"],
    { namespaces: { pid: "host", ipc: "none", uts: "host", cgroupns: "private" } },
  ],
  [
    ["--device", "/dev/fuse,x", "--gpus", "all"],
    { devices: { paths: ["/dev/fuse,x"], gpus: ["all"], cgroupRules: [] } },
  ],
  [
    ["--systemd", "always", "--tz=UTC"],
    {
      other: [
        { flag: "systemd", value: "always" },
        { flag: "tz", value: "UTC" },
      ],
    },
  ],
];
for (const [words, part] of ROWS) {
  t.test(words.join(" "), async (test) => {
    const before = readPolicy(["podman", "run", "img"]);
    test.same(read(...words), { ...before, ...part });
  });
}

/** A value that a flag of this name can have. */
function sample({ name, kind }: Flag): string {
  const special: Readonly<Record<string, string>> = {
    volume: "/a:/b",
    mount: "type=tmpfs,dst=/b",
    tmpfs: "/b",
  };
  return kind === "boolean" ? "true" : (special[name] ?? "7");
}

t.test("no flag of the table is lost", async (test) => {
  const without = readPolicy(["podman", "run", "img"]);
  const onByDefault = new Set(["http-proxy", "read-only-tmpfs"]);
  for (const flag of FLAGS) {
    const value = onByDefault.has(flag.name) ? "false" : sample(flag);
    test.strictNotSame(read(`--${flag.name}=${value}`), without, `--${flag.name}`);
  }
});

t.test("every value of a repeated flag is kept", async (test) => {
  for (const flag of FLAGS.filter(({ repeat }) => repeat !== "last")) {
    const one = `--${flag.name}=${sample(flag)}`;
    test.strictNotSame(read(one, one), read(one), one);
  }
});

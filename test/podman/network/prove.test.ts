import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import t from "tap";
import { closedNetworkFlag } from "../../../lib/policy/closed-network.ts";
import { acceptedHere } from "../unenforced.ts";
import { containersOf, makeWorld, writeContainerfile, writeScript } from "../world.ts";
import type { Ended } from "../world.ts";
import { withTestNetwork } from "./test-network.ts";

t.setTimeout(0);
const network = withTestNetwork(t);
const world = makeWorld(t.testdir(), "prove");
const PODMAN = process.env["PADDOCK_PODMAN"] ?? "podman";
const foreign = `${world.folder}/foreign`;

const GUARDS = [
  "--rm --interactive --pull=never --label=paddock.test=prove --http-proxy=false",
  "--cap-drop=ALL --security-opt=no-new-privileges --read-only --read-only-tmpfs=false",
  "--tmpfs=/tmp:rw,noexec,nosuid,nodev,size=16m --userns=keep-id:uid=1000,gid=1000 --user=node:node",
  "--volume=$HOME/.local/share/paddock/homes/test-prove:/home/node --volume=$PWD:/work --volume=$PWD/kept:/kept:ro",
].join(" ");

/** No way out but one port of this machine, whose service Paddock does not know: there is none here. */
const CLOSED = closedNetworkFlag(["4242"]).replace(" ", "=");
/** Every outgoing socket bound to loopback: this machine's own addresses are reached, and nothing beyond it. */
const BOUND =
  "--network=pasta:-o,127.0.0.1,--ipv4-only,--map-guest-addr,none,--dns-host,127.0.0.254";

const LABELS: Readonly<Record<string, string>> = {
  "prove-none": `${GUARDS} --network=none`,
  "prove-open": `${GUARDS} --network=pasta`,
  "prove-closed": `${GUARDS} ${CLOSED}`,
  "prove-bound": `${GUARDS} ${BOUND}`,
  "prove-capped": `${GUARDS} --network=none --pids-limit=64 --memory=128m --cpus=1`,
  "prove-machine": `${GUARDS} --network=none --runtime=krun --annotation=krun.ram_mib=512 --annotation=krun.cpus=1 --annotation=krun.use_passt=1 --pids-limit=64`,
};

// A podman that breaks one promise of a launch behind Paddock's back: it takes out one word, or puts one in.
const shim = writeScript(
  `${world.folder}/podman`,
  `#!/usr/bin/env bash
words=()
for word; do
  if [ "$word" = "\${BREAK_FROM-none}" ]; then
    [ -z "\${BREAK_TO-}" ] || words+=("$BREAK_TO")
  else
    words+=("$word")
  fi
  if [ "$word" = run ] && [ -n "\${BREAK_ADD-}" ]; then words+=("$BREAK_ADD"); fi
done
exec ${PODMAN} "\${words[@]}"
`,
);

t.before(async () => {
  mkdirSync(`${world.workspace}/kept`);
  mkdirSync(foreign);
  for (const [profile, flags] of Object.entries(LABELS)) {
    writeContainerfile(
      world,
      profile,
      [
        "FROM docker.io/library/node:24-trixie-slim",
        "LABEL paddock.test=prove",
        "COPY probe.sh /usr/local/libexec/paddock-probe",
        `LABEL run="podman run ${flags.replaceAll("$", "\\$")} localhost/paddock:${profile}"`,
      ].join("\n"),
    );
    const probe = new URL("../../../profiles/base/probe.sh", import.meta.url);
    copyFileSync(probe, `${world.profiles}/${profile}/probe.sh`);
    const built = await world.paddock(["build", profile]);
    if (built.status !== 0) throw new Error(built.stderr);
  }
});
t.teardown(() => world.remove());

interface Break {
  readonly from?: string;
  readonly to?: string;
  readonly add?: string;
}

const TARGETS = [
  `--target=internet=${network.internet.ipv4}:80`,
  `--target=lan=${network.lan.ipv4}:80`,
];

async function prove(
  profile: string,
  broken: Break = {},
  surroundings: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const environment = {
    PADDOCK_PODMAN: shim,
    PADDOCK_STAND_IN_LIBKRUN: "1",
    XDG_CACHE_HOME: `${world.folder}/cache-of-prove`,
    ...surroundings,
    ...(broken.from === undefined ? {} : { BREAK_FROM: broken.from }),
    ...(broken.to === undefined ? {} : { BREAK_TO: broken.to }),
    ...(broken.add === undefined ? {} : { BREAK_ADD: broken.add }),
  };
  return await world.paddock(["prove", profile, "--json", ...TARGETS], { environment });
}

interface Answer {
  readonly holds: boolean;
  readonly controls: ReadonlyArray<{
    readonly id: string;
    readonly result: string;
    readonly evidence: string;
  }>;
}

/** The rows that do not hold. */
function failures({ stdout, stderr }: Ended): Record<string, string> {
  if (stdout === "") throw new Error(stderr);
  const { controls } = JSON.parse(stdout) as Answer;
  const failed = controls.filter(({ result }) => result !== "holds");
  return Object.fromEntries(failed.map(({ id, result }) => [id, result]));
}

const NO = "does not hold";

// The rows of the sound profiles that do not say that they hold.
const SOUND: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "prove-none": {},
  "prove-open": {},
  "prove-closed": { "network:port-4242": "not measurable" },
  "prove-bound": {},
};

for (const [profile, expected] of Object.entries(SOUND)) {
  t.test(`${profile} keeps what it promises, and nothing is left of the trial`, async (t) => {
    const ended = await prove(profile);
    t.same(failures(ended), expected, ended.stdout);
    t.equal(ended.status, 0, ended.stderr);
    t.same(await containersOf("prove"), []);
    const left = await network.run("find", world.workspace, world.agentHome, "-name", "*probe*");
    t.equal(left.stdout, "");
  });
}

// A control, how it is taken away, and the rows that must be red: that one alone.
const BROKEN: ReadonlyArray<readonly [string, Break, readonly string[]]> = [
  ["prove-none", { from: "--user=node:node", to: "--user=node:daemon" }, ["identity"]],
  ["prove-none", { add: "--group-add=27" }, ["groups"]],
  ["prove-none", { from: "--cap-drop=ALL" }, ["capabilities"]],
  ["prove-none", { from: "--security-opt=no-new-privileges" }, ["no-new-privileges"]],
  ["prove-none", { add: "--security-opt=seccomp=unconfined" }, ["seccomp"]],
  ["prove-none", { from: "--read-only" }, ["read-only-root"]],
  ...[
    "exec,nosuid,nodev,size=16m",
    "noexec,suid,nodev,size=16m",
    "noexec,nosuid,nodev,size=17m",
  ].map(
    (options) =>
      [
        "prove-none",
        { from: "--tmpfs=/tmp:rw,noexec,nosuid,nodev,size=16m", to: `--tmpfs=/tmp:rw,${options}` },
        ["tmpfs:/tmp"],
      ] as const,
  ),
  [
    "prove-none",
    { from: `--volume=${world.workspace}:/work`, to: `--volume=${world.workspace}:/work:ro` },
    ["mount:/work"],
  ],
  [
    "prove-none",
    {
      from: `--volume=${world.workspace}/kept:/kept:ro`,
      to: `--volume=${world.workspace}/kept:/kept`,
    },
    ["mount:/kept"],
  ],
  ["prove-none", { add: `--volume=${foreign}:/mnt:ro` }, ["other-mounts"]],
  ["prove-none", { add: "--device=/dev/fuse" }, ["devices"]],
  ["prove-none", { add: "--env-host" }, ["environment"]],
  ["prove-none", { from: "--http-proxy=false" }, ["environment"]],
  [
    "prove-none",
    { from: "--network=none", to: "--network=pasta" },
    ["internet", "raw-ip", "dns", "lan", "metadata", "host-services", "ipv6"].map(
      (place) => `network:${place}`,
    ),
  ],
  [
    "prove-open",
    { from: "--network=pasta", to: "--network=none" },
    ["internet", "raw-ip", "lan", "metadata", "host-services"].map((place) => `network:${place}`),
  ],
  [
    "prove-open",
    { from: "--network=pasta", to: "--network=pasta:--map-gw" },
    ["network:host-loopback"],
  ],
  ["prove-bound", { from: BOUND, to: BOUND.replace(",--ipv4-only", "") }, ["network:ipv6"]],
  ["prove-bound", { from: BOUND, to: `${BOUND},--map-gw` }, ["network:host-loopback"]],
  [
    "prove-closed",
    { from: CLOSED, to: CLOSED.replace(/--outbound-if4.*/, "-4") },
    ["internet", "raw-ip", "dns", "lan", "metadata", "host-services"].map(
      (place) => `network:${place}`,
    ),
  ],
];

for (const [profile, broken, rows] of BROKEN) {
  t.test(`${profile}, broken: ${JSON.stringify(broken)}`, async (t) => {
    const ended = await prove(profile, broken);
    const found = Object.entries(failures(ended)).filter(([, result]) => result === NO);
    t.same(found.map(([id]) => id).sort(), [...rows].sort(), ended.stdout);
    t.equal(ended.status, 1);
  });
}

t.test("caps hold where control groups are delegated, else the rows say what lacks", async (t) => {
  const accepted = acceptedHere().includes("processes");
  const ended = await prove("prove-capped");
  const lacks = {
    memory: "not enforced here",
    cpus: "not enforced here",
    processes: "not enforced here",
  };
  t.same(failures(ended), accepted ? lacks : {}, ended.stdout);
  t.equal(ended.status, accepted ? 1 : 0);
});

t.test("caps that control groups only claim are tried", async (t) => {
  // Control groups of a test's own making: files that say what a kernel with delegation would, and no limit behind them.
  const claimed = `${world.folder}/claimed`;
  mkdirSync(claimed);
  const files = {
    "pids.max": "64",
    "memory.max": "134217728",
    "memory.events": "low 0\nhigh 0\nmax 0\noom 0",
    "cpu.max": "100000 100000",
    "cpu.stat": "usage_usec 5",
  };
  for (const [name, text] of Object.entries(files))
    writeFileSync(`${claimed}/${name}`, `${text}\n`);
  const claim = `--volume=${claimed}:/sys/fs/cgroup:ro`;
  const unlimited = await prove("prove-capped", { add: claim });
  t.match(failures(unlimited), { processes: NO, memory: NO, "other-mounts": NO });
  t.match(unlimited.stdout, /"72 could be started"/);
  t.match(unlimited.stdout, /"more than 128 MiB could be held"/);
});

t.test("a krun that is none is found out", async (t) => {
  const ended = await prove("prove-machine");
  const rows = failures(ended);
  t.match(rows, { kernel: NO, memory: NO, cpus: NO });
  t.notMatch(rows, { seccomp: /./ }, "its monitor is looked at from outside");
  t.equal(ended.status, 1);
  // What a binary says of itself is remembered.
  const old = await prove(
    "prove-machine",
    {},
    {
      PADDOCK_STAND_IN_VERSION: "1.21",
      XDG_CACHE_HOME: `${world.folder}/cache-of-old`,
    },
  );
  t.match(failures(old), { kernel: NO, memory: "not enforced here", cpus: "not enforced here" });
  t.match(old.stdout, /crun 1\.21 ignores krun\.ram_mib and krun\.cpus, needs 1\.27/);
});

t.test("run --prove starts what holds, and refuses what does not", async (t) => {
  const environment = { PADDOCK_PODMAN: shim };
  const args = ["run", "--prove", "--yes", ...TARGETS, "prove-none", "--", "echo", "started"];
  const kept = await world.paddock(args, { environment });
  t.equal(kept.stdout, "started\n", kept.stderr);
  t.equal(kept.status, 0);
  const broken = { ...environment, BREAK_FROM: "--cap-drop=ALL" };
  const refused = await world.paddock(args, { environment: broken });
  t.equal(refused.stdout, "");
  t.equal(refused.status, 125);
  t.match(refused.stderr, /does not keep what its label promises: capabilities\./);
});

t.test("an image without the probe is not measurable, and says what to do", async (t) => {
  writeContainerfile(
    world,
    "prove-absent",
    `FROM docker.io/library/node:24-trixie-slim\nLABEL paddock.test=prove\nLABEL run="podman run ${GUARDS.replaceAll("$", "\\$")} --network=none localhost/paddock:prove-absent"`,
  );
  const ended = await prove("prove-absent");
  t.ok(Object.values(failures(ended)).every((result) => result === "not measurable"));
  t.match(ended.stdout, /the image has no \/usr\/local\/libexec\/paddock-probe/);
  t.equal(ended.status, 1);
});

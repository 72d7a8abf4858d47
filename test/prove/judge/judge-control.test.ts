import { readFileSync } from "node:fs";
import t from "tap";
import { promisedControls } from "../../../lib/control/promised-controls.ts";
import { readPolicy } from "../../../lib/policy/read-policy.ts";
import { judgeControl } from "../../../lib/prove/judge/judge-control.ts";
import type { Outcome } from "../../../lib/prove/outcome.ts";
import { triedPlaces } from "../../../lib/prove/probe/probe-words.ts";
import { readReport } from "../../../lib/prove/probe/report.ts";
import type { Outside, Surroundings, Target } from "../../../lib/prove/surroundings.ts";

const recorded = readFileSync(
  new URL("../../fixtures/probe/podman-5.4.2-crun-1.21-pasta.txt", import.meta.url),
  "utf8",
);

const LABEL =
  "--network pasta --http-proxy=false --cap-drop ALL --security-opt no-new-privileges --read-only --read-only-tmpfs=false " +
  "--tmpfs /tmp:rw,noexec,nosuid,nodev,size=64m --pids-limit 1024 --memory 128m --cpus 1 --user node " +
  "--volume /w:/home/node/sandbox";

function target(place: Target["place"], address: string, port: number): Target {
  return { place, address, port, protocol: "tcp", token: "", live: true };
}

const TARGETS: readonly Target[] = [
  ...(["internet", "raw-ip", "lan", "metadata", "host-services"] as const).map((place) =>
    target(place, "45.67.89.10", 80),
  ),
  target("host-loopback", "127.0.0.1", 4001),
];

/** The recorded machine has no cgroup delegation: a report as one with it gives. */
const DELEGATED = recorded
  .replace("memory.max absent", "memory.max 134217728")
  .replace("cpu.max absent", "cpu.max 100000 100000")
  .replace("pids.max absent", "pids.max 1024")
  .replace("\nmount 0", "\nreach host-services 169.254.1.2 4000 open\nmount 0")
  .replace("\nmount 0", "\nreach host-loopback 127.0.0.1 4001 refused\nmount 0")
  .replace(
    "\nend",
    "\nforked 1021 of 1032\nmemory-events low 0 high 0 max 12 oom 1 oom_kill 1 \nburned 480000 510000\nend",
  );

interface Judged {
  readonly label?: string;
  readonly around?: Partial<Surroundings>;
}

function judge(text: string, { label = LABEL, around = {} }: Judged = {}): Record<string, Outcome> {
  const report = readReport(text);
  if (report === undefined) throw new Error("no report");
  const policy = readPolicy(["podman", "run", ...label.split(" "), "img"]);
  const controls = promisedControls(policy);
  const surroundings: Surroundings = {
    report,
    vm: policy.runtime === "krun",
    places: triedPlaces(controls),
    host: {
      release: "6.1.0-host",
      bootId: "11111111-1111-4111-8111-111111111111",
      tmpfs: new Set(["0:24"]),
    },
    targets: TARGETS,
    outside: undefined,
    ignored: undefined,
    ...around,
  };
  return Object.fromEntries(
    controls.map((control) => [control.id, judgeControl(control, surroundings)]),
  );
}

/** Of all controls, those that do not hold. */
function failures(outcomes: Record<string, Outcome>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(outcomes).flatMap(([id, { result }]) =>
      result === "holds" ? [] : [[id, result]],
    ),
  );
}

t.test("every promise of a sandbox that keeps them holds", async (test) => {
  test.same(failures(judge(DELEGATED)), {});
});

t.test("without cgroup delegation the caps are not enforced, and nothing else", async (test) => {
  const outcomes = judge(
    recorded
      .replace("\nmount 0", "\nreach host-services 169.254.1.2 4000 open\nmount 0")
      .replace("\nmount 0", "\nreach host-loopback 127.0.0.1 4001 refused\nmount 0"),
  );
  test.same(failures(outcomes), {
    memory: "not enforced here",
    cpus: "not enforced here",
    processes: "not enforced here",
  });
  test.match(outcomes["processes"], { reason: "no cgroup delegation for pids" });
});

const NO = "does not hold";
const UNKNOWN = "not measurable";

// One change of the report, and the one row that it turns.
const BROKEN: ReadonlyArray<readonly [string, string | RegExp, string, string, string]> = [
  ["no cap", "memory.max 134217728", "memory.max max", "memory", NO],
  ["a higher cap", "memory.max 134217728", "memory.max 134217729", "memory", NO],
  ["a cap that is not kept", "max 12 oom 1 oom_kill 1", "max 0 oom 0 oom_kill 0", "memory", NO],
  ["garbled", "memory.max 134217728", "memory.max 12x", "memory", UNKNOWN],
  ["missing", "memory.max 134217728\n", "", "memory", UNKNOWN],
  ["said twice", "memory.max 134217728", "memory.max 1\nmemory.max 1", "memory", UNKNOWN],
  ["no cap", "cpu.max 100000 100000", "cpu.max max 100000", "cpus", NO],
  ["a higher cap", "cpu.max 100000 100000", "cpu.max 110000 100000", "cpus", NO],
  ["a cap that is not kept", "burned 480000", "burned 980000", "cpus", NO],
  ["missing", /^cpu\.max.*\n/m, "", "cpus", UNKNOWN],
  ["no cap", "pids.max 1024", "pids.max max", "processes", NO],
  ["a higher cap", "pids.max 1024", "pids.max 1025", "processes", NO],
  ["a cap that is not kept", "forked 1021 of 1032", "forked 1032 of 1032", "processes", NO],
  ["missing", /^pids\.max.*\n/m, "", "processes", UNKNOWN],
  ["another user", "user node", "user root", "identity", NO],
  ["missing", "user node\n", "", "identity", UNKNOWN],
  ["a group of the host", /^groups 1000/m, "groups 1000 65534", "groups", NO],
  ["missing", /^groups.*\n/m, "", "groups", UNKNOWN],
  ...["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"].map(
    (set) =>
      [
        "one capability",
        `${set}: 0000000000000000`,
        `${set}: 0000000000002000`,
        "capabilities",
        NO,
      ] as const,
  ),
  ["a newer capability", "CapBnd: 0", "CapBnd: 8", "capabilities", NO],
  ["a device made", "mknod /tmp denied", "mknod /tmp done", "capabilities", NO],
  ["missing", /^CapAmb.*\n/m, "", "capabilities", UNKNOWN],
  ["off", "NoNewPrivs: 1", "NoNewPrivs: 0", "no-new-privileges", NO],
  ["missing", /^NoNewPrivs.*\n/m, "", "no-new-privileges", UNKNOWN],
  ["off", "Seccomp: 2", "Seccomp: 0", "seccomp", NO],
  ["missing", /^Seccomp.*\n/m, "", "seccomp", UNKNOWN],
  ["written", "root-write / read-only", "root-write / done", "read-only-root", NO],
  ["kept by rights alone", "root-write / read-only", "root-write / denied", "read-only-root", NO],
  ["written below", "root-write /etc read-only", "root-write /etc done", "read-only-root", NO],
  ["mounted anew", "root-remount denied", "root-remount done", "read-only-root", NO],
  [
    "written after that",
    "root-write-again read-only",
    "root-write-again done",
    "read-only-root",
    NO,
  ],
  ["a device made in it", "mknod / read-only", "mknod / done", "read-only-root", NO],
  ["missing", "root-write / read-only\n", "", "read-only-root", UNKNOWN],
  ["executed", "tmpfs 1 done refused", "tmpfs 1 done executed", "tmpfs:/tmp", NO],
  ["not tried", "tmpfs 1 done refused", "tmpfs 1 denied unwritable", "tmpfs:/tmp", UNKNOWN],
  ["larger", "refused 65536", "refused 65537", "tmpfs:/tmp", NO],
  ["without nosuid", "mounted /tmp rw,nosuid,", "mounted /tmp rw,", "tmpfs:/tmp", NO],
  ["no tmpfs", /^mounted \/tmp .*\n/m, "", "tmpfs:/tmp", NO],
  ["missing", /^tmpfs.*\n/m, "", "tmpfs:/tmp", UNKNOWN],
  ["not written", "mount 0 done", "mount 0 read-only", "mount:/home/node/sandbox", NO],
  ["missing", "mount 0 done\n", "", "mount:/home/node/sandbox", UNKNOWN],
  ["the host's folder", "\nend", "\nmounted /mnt rw ext4 /home 8:1\nend", "other-mounts", NO],
  [
    "a socket in /run",
    "\nend",
    "\nmounted /run/s rw tmpfs /user/1000/s 0:24\nend",
    "other-mounts",
    NO,
  ],
  ["the host's memory", "\nend", "\nmounted /mnt rw tmpfs / 0:24\nend", "other-mounts", NO],
  ["a garbled mount", "\nend", "\nmounted /mnt rw ext4\nend", "other-mounts", UNKNOWN],
  ["routes unread", "\nroutes\n", "\n", "network:host-loopback", UNKNOWN],
  ["a block device", "\nend", "\ndevice /dev/sda\nend", "devices", NO],
  ["missing", "device /dev/null\n", "", "devices", UNKNOWN],
  ["a variable", "\nend", "\nleaked PADDOCK_CANARY\nend", "environment", NO],
  ["a proxy", "\nend", "\nleaked no_proxy\nend", "environment", NO],
  ["missing", /^variable.*\n/gm, "", "environment", UNKNOWN],
  ["reached", "127.0.0.1 4001 refused", "127.0.0.1 4001 open", "network:host-loopback", NO],
  ["no tool", "127.0.0.1 4001 refused", "127.0.0.1 4001 no-tool", "network:host-loopback", UNKNOWN],
  ["garbled", "127.0.0.1 4001 refused", "127.0.0.1 4001 maybe", "network:host-loopback", UNKNOWN],
  [
    "not tried",
    "reach host-loopback 127.0.0.1 4001 refused\n",
    "",
    "network:host-loopback",
    UNKNOWN,
  ],
  ["not reached", "45.67.89.10 80 open", "45.67.89.10 80 silent", "network:internet", NO],
];

for (const [name, from, to, id, result] of BROKEN) {
  t.test(`${id}: ${name}`, async (test) => {
    const text = DELEGATED.replace(from, to);
    test.not(text, DELEGATED, "the report differs");
    test.same(failures(judge(text)), { [id]: result });
  });
}

t.test("a kernel of its own", async (test) => {
  const krun =
    "--runtime krun --annotation krun.ram_mib=512 --annotation krun.cpus=1 --pids-limit 64 --network none";
  const status = new Map([["Seccomp", "2"]]);
  const outside: Outside = { status, readOnly: new Set(), processes: "64" };
  const guest = recorded
    .replace(/^memory-kib.*/m, "memory-kib 500000 kB")
    .replace(/^processors.*/m, "processors 1")
    .replaceAll(/^(?:reach|ipv[46]-route).*\n/gm, "");
  const none = { label: krun, around: { outside, targets: [] } };
  const kept = judge(guest, none);
  for (const id of ["kernel", "memory", "cpus", "processes", "seccomp"])
    test.equal(kept[id]?.result, "holds", id);

  const [, release = ""] = /^release (.*)$/m.exec(guest) ?? [];
  const [, bootId = ""] = /^boot-id (.*)$/m.exec(guest) ?? [];
  for (const host of [
    { release, bootId: "other", tmpfs: new Set<string>() },
    { release: "other", bootId, tmpfs: new Set<string>() },
  ])
    test.equal(judge(guest, { ...none, around: { ...none.around, host } })["kernel"]?.result, NO);

  const larger = guest
    .replace("memory-kib 500000", "memory-kib 600000")
    .replace("processors 1", "processors 2");
  test.equal(judge(larger, none)["memory"]?.result, NO);
  const ignored = "crun 1.21 ignores krun.ram_mib and krun.cpus, needs 1.27";
  const old = judge(larger, { ...none, around: { ...none.around, ignored } });
  test.match(old["memory"], { result: "not enforced here", reason: ignored });
  test.match(old["cpus"], { result: "not enforced here", reason: ignored });

  const open: Outside = {
    status: new Map([["Seccomp", "0"]]),
    readOnly: new Set(),
    processes: "max",
  };
  const weak = judge(guest, { ...none, around: { outside: open, targets: [] } });
  test.equal(weak["seccomp"]?.result, NO);
  test.equal(weak["processes"]?.result, NO);
  const blind = judge(guest, { ...none, around: { outside: undefined, targets: [] } });
  test.equal(blind["seccomp"]?.result, UNKNOWN);
  test.equal(blind["processes"]?.result, UNKNOWN);
});

t.test(
  "what a guest's own kernel refuses for want of rights is looked at from outside",
  async (test) => {
    const label =
      "--runtime krun --network none --read-only --tmpfs /tmp:rw,noexec,size=1m --volume /a:/home/node/sandbox:ro";
    const guest = recorded
      .replaceAll(/^(?:reach|ipv[46]-route).*\n/gm, "")
      .replaceAll(/^(root-write.*) read-only$/gm, "$1 denied")
      .replace("mknod / read-only", "mknod / denied")
      .replace("mount 0 done", "mount 0 denied")
      .replaceAll(/^mounted \/home.*\n/gm, "");
    const results = (places?: readonly string[]): Record<string, string> => {
      const outside =
        places && ({ status: new Map(), readOnly: new Set(places), processes: undefined } as const);
      const outcomes = judge(guest, { label, around: { outside, targets: [] } });
      const rows = ["read-only-root", "mount:/home/node/sandbox", "tmpfs:/tmp"];
      return Object.fromEntries(rows.map((id) => [id, outcomes[id]?.result ?? ""]));
    };
    const kept = {
      "read-only-root": "holds",
      "mount:/home/node/sandbox": "holds",
      "tmpfs:/tmp": "holds",
    };
    test.same(results(["/", "/home/node/sandbox"]), kept);
    test.same(results(["/"]), { ...kept, "mount:/home/node/sandbox": NO });
    test.same(results(["/home/node/sandbox"]), { ...kept, "read-only-root": NO });
    test.match(results(), { "read-only-root": UNKNOWN });
    const second = guest.replace(/^mounted \/tmp .*\n/m, "");
    const outcome = judge(second, { label, around: { outside: undefined, targets: [] } })[
      "tmpfs:/tmp"
    ];
    test.equal(outcome?.result, "not enforced here");
  },
);

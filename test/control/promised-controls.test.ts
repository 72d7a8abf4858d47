import t from "tap";
import type { Control } from "../../lib/control/control.ts";
import { promisedControls } from "../../lib/control/promised-controls.ts";
import { readPolicy } from "../../lib/policy/read-policy.ts";

const controls = (...words: string[]): readonly Control[] =>
  promisedControls(readPolicy(["podman", "run", ...words, "img"]));
const promises = (...words: string[]): Record<string, string> =>
  Object.fromEntries(controls(...words).map(({ id, promise }) => [id, promise]));

t.test("a label without flags promises what Podman's own defaults are", async (test) => {
  test.same(promises(), {
    groups: "is in no group but its user's own",
    capabilities:
      "has no capability but CHOWN, DAC_OVERRIDE, FOWNER, FSETID, KILL, NET_BIND_SERVICE, SETFCAP, SETGID, SETPCAP, SETUID, SYS_CHROOT",
    seccomp: "a filter of system calls is on its processes",
    "other-mounts": "nothing is mounted from the host but what the label names",
    devices: "sees no device of the host",
    environment: "gets no variable of the host but the proxies'",
    "network:internet": "can reach the internet",
    "network:raw-ip": "can reach an address of the internet without TCP",
    "network:dns": "can reach a name server",
    "network:lan": "can reach the local network",
    "network:metadata": "can reach the cloud's metadata service at 169.254.169.254",
    "network:host-services": "can reach services on this machine's addresses",
    "network:host-loopback": "cannot reach services on this machine's loopback",
  });
});

t.test("the shipped label under krun", async (test) => {
  const label =
    "--runtime krun --annotation krun.ram_mib=8192 --annotation krun.cpus=4 --network pasta --http-proxy=false " +
    "--cap-drop ALL --security-opt no-new-privileges --read-only --read-only-tmpfs=false " +
    "--tmpfs /tmp:rw,noexec,nosuid,nodev,size=2048m --pids-limit 1024 --userns keep-id:uid=1000,gid=1000 --user ai " +
    "--volume /h:/home/ai:z --volume /w:/home/ai/sandbox:ro";
  test.same(promises(...label.split(" ")), {
    kernel: "runs on a kernel of its own, in a virtual machine",
    memory: "has no more than 8 GiB of memory",
    cpus: "uses no more than 4 processors",
    processes: "no more than 1024 processes and threads in the virtual machine's monitor",
    identity: "runs as the user ai",
    groups: "is in no group but its user's own",
    capabilities: "has no capability",
    "no-new-privileges": "gains no privilege from a program that has one",
    seccomp: "a filter of system calls is on the virtual machine's monitor",
    "read-only-root": "cannot write its root file system",
    "mount:/home/ai": "/home/ai can be written",
    "mount:/home/ai/sandbox": "/home/ai/sandbox is read-only",
    "tmpfs:/tmp": "/tmp is in memory, noexec, nosuid, nodev",
    environment: "gets no variable of the host, the proxies' included",
    "network:internet": "can reach the internet",
    "network:raw-ip": "can reach an address of the internet without TCP",
    "network:dns": "can reach a name server",
    "network:lan": "can reach the local network",
    "network:metadata": "can reach the cloud's metadata service at 169.254.169.254",
    "network:host-services": "can reach services on this machine's addresses",
    "network:host-loopback": "cannot reach services on this machine's loopback",
  });
});

const EXPECTED: ReadonlyArray<readonly [string, string, Control["id"], unknown, string[]]> = [
  ["bytes", "--memory 512m", "memory", { most: 2 ** 29 }, ["--memory=512m"]],
  ["the last memory", "-m 1g -m 2g", "memory", { most: 2 ** 31 }, ["--memory=2g"]],
  ["a half", "--cpus 0.5", "cpus", { most: 0.5 }, ["--cpus=0.5"]],
  ["a quota", "--cpu-quota 50000", "cpus", { most: 0.5 }, ["--cpu-quota=50000"]],
  [
    "a quota and its period",
    "--cpu-quota 50000 --cpu-period 25000",
    "cpus",
    { most: 2 },
    ["--cpu-quota=50000", "--cpu-period=25000"],
  ],
  ["a count", "--pids-limit 64", "processes", { most: 64, of: "sandbox" }, ["--pids-limit=64"]],
  ["a user", "--user 5:6", "identity", { kind: "user", user: "5", group: "6" }, ["--user=5:6"]],
  [
    "the user of a mapping",
    "--userns keep-id:gid=8,uid=7",
    "identity",
    { kind: "user", user: "7" },
    ["--userns=keep-id:gid=8,uid=7"],
  ],
  [
    "groups",
    "--group-add 9 --group-add keep-groups",
    "groups",
    { added: ["9", "keep-groups"] },
    ["--group-add=9", "--group-add=keep-groups"],
  ],
  [
    "one capability",
    "--cap-drop all --cap-add cap_net_raw",
    "capabilities",
    { most: ["NET_RAW"] },
    ["--cap-drop=ALL", "--cap-add=NET_RAW"],
  ],
  [
    "a filter of one's own",
    "--security-opt seccomp=/f.json",
    "seccomp",
    { of: "sandbox" },
    ["--security-opt=seccomp=/f.json"],
  ],
  [
    "an unreadable size",
    "--tmpfs /t:size=50%",
    "tmpfs:/t",
    { size: Number.NaN, options: [] },
    ["--tmpfs=/t:size=50%"],
  ],
  [
    "a tmpfs by --mount",
    "--mount type=tmpfs,dst=/t,tmpfs-size=1k,noexec",
    "tmpfs:/t",
    { size: 1024, options: ["noexec"] },
    ["--mount=type=tmpfs,dst=/t,tmpfs-size=1k,noexec"],
  ],
  [
    "a mount's restrictions",
    "-v /a:/b:ro,nosuid",
    "mount:/b",
    { readOnly: true, options: ["nosuid"] },
    ["--volume=/a:/b:ro,nosuid"],
  ],
  [
    "a device's place in the sandbox",
    "--device /dev/a:/dev/b:r --device /dev/c:rw",
    "devices",
    { added: ["/dev/b", "/dev/c"] },
    ["--device=/dev/a:/dev/b:r", "--device=/dev/c:rw"],
  ],
  [
    "the places that the label mounts on",
    "-v /a:/b --tmpfs /t",
    "other-mounts",
    { places: ["/b", "/t"] },
    [],
  ],
];

for (const [name, words, id, expected, flags] of EXPECTED) {
  t.test(`expected: ${name}`, async (test) => {
    const control = controls(...words.split(" ")).find((each) => each.id === id);
    test.match(control?.expected, expected);
    test.same(control?.flags, flags);
  });
}

const ABSENT: ReadonlyArray<readonly [string, string, Control["id"]]> = [
  ["no cap", "--memory 0", "memory"],
  ["no cap", "--cpus 0", "cpus"],
  ["no cap", "--pids-limit -1", "processes"],
  ["krun's annotation without krun", "--annotation krun.ram_mib=512", "memory"],
  ["every privilege", "--privileged", "capabilities"],
  ["every capability", "--cap-add all", "capabilities"],
  ["every privilege", "--privileged", "seccomp"],
  ["every device", "--privileged", "devices"],
  ["no filter", "--security-opt seccomp=unconfined", "seccomp"],
  [
    "taken back",
    "--security-opt no-new-privileges --security-opt no-new-privileges=false",
    "no-new-privileges",
  ],
  ["a writable root", "--read-only=false", "read-only-root"],
  ["the guest's own devices", "--runtime krun", "devices"],
  ["what a guest cannot see", "--runtime krun", "other-mounts"],
  ["another container's mounts", "--volumes-from x", "other-mounts"],
  ["the host's environment", "--env-host", "environment"],
];

for (const [name, words, id] of ABSENT) {
  t.test(`no promise: ${name}, ${id}`, async (test) => {
    test.notOk(controls(...words.split(" ")).some((each) => each.id === id));
  });
}

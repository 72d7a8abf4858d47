import t from "tap";
import { promisedControls } from "../../../lib/control/promised-controls.ts";
import { readPolicy } from "../../../lib/policy/read-policy.ts";
import { probeWords, triedPlaces } from "../../../lib/prove/probe/probe-words.ts";

function words(flags: string): readonly string[] {
  const controls = promisedControls(readPolicy(["podman", "run", ...flags.split(" "), "img"]));
  return probeWords({ controls, targets: [], name: ".n", canary: "c" }).slice(3);
}

const TRIED: ReadonlyArray<readonly [string, string, readonly string[]]> = [
  ["mounts in their order", "--tmpfs /t -v /a:/b", ["mount", "/b", "tmpfs", "/t"]],
  ["eight more processes than allowed", "--pids-limit 64", ["fork", "72"]],
  ["no more than can be harmless", "--pids-limit 2049", []],
  ["none in a machine's monitor", "--pids-limit 64 --runtime krun", []],
  ["an eighth more memory", "--memory 128m", ["memory", "150994944"]],
  ["no more than can be harmless", "--memory 257m", []],
  ["a loop more than processors", "--cpus 1.5", ["cpu", "3"]],
  ["no more than can be harmless", "--cpus 8", []],
  ["an unreadable size", "--memory 10x", []],
];

for (const [name, flags, expected] of TRIED) {
  t.test(`${flags}: ${name}`, async (test) => test.same(words(flags), expected));
}

t.test("places and targets", async (test) => {
  const controls = promisedControls(
    readPolicy(["podman", "run", "-v", "/a:/b", "--tmpfs", "/t", "i"]),
  );
  test.same(triedPlaces(controls), ["/b", "/t"]);
  const common = { place: "lan", address: "10.0.0.1", port: 80, live: true } as const;
  const targets = [
    { ...common, protocol: "tcp", token: "tok" },
    { ...common, protocol: "udp", token: "" },
  ] as const;
  const started = probeWords({ controls: [], targets, name: ".n", canary: "c" });
  const expected = "/usr/local/libexec/paddock-probe .n c tcp lan 10.0.0.1 80 tok udp lan 10.0.0.1";
  test.same(started, expected.split(" "));
});

import t from "tap";
import type { Test } from "tap";
import { main } from "../../lib/cli.ts";
import type { Connections } from "../../lib/host/connections.ts";
import type { FakeCall } from "../fake-podman.ts";
import { testWorld } from "../host-for-tests.ts";
import type { World } from "../host-for-tests.ts";
import { DEFAULT, freshWorld, PROFILES } from "../profiles-for-tests.ts";

const SETS = ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"];
const REPORT = `paddock-probe 2
uid 1000
gid 1000
user ai
group ai
own-groups 1000
groups 1000
${SETS.map((set) => `${set}: 0000000000000000`).join("\n")}
NoNewPrivs: 1
Seccomp: 2
mknod / read-only
mknod /tmp denied
device /dev/null
variable PATH
mounted / ro overlay / 0:57
routes
ipv4-route eth0
mount 0 done
mount 1 done
reach host-loopback 127.0.0.1 4001 refused
end`;

const ROWS = [
  "groups",
  "capabilities",
  "seccomp",
  "mount:/home/ai",
  "mount:/work",
  "other-mounts",
  "devices",
  "environment",
];
const GRANTS = ["internet", "raw-ip", "dns", "lan", "metadata", "host-services"];

/** This machine's network as a test has it: no address, no neighbour, one port after the other. */
function quiet(closed: number[]): Connections {
  let port = 4000;
  return {
    addresses: async () => [],
    listen: async (address) => {
      port += 1;
      const own = port;
      return { address, port: own, close: () => void closed.push(own) };
    },
    connects: async () => false,
    answersDns: async () => false,
  };
}

const TOKEN = "/^[0-9a-f]{32}$/";

/** The label's own launch without a terminal, with the probe as its command. */
function probeCall(world: World, answer: Partial<FakeCall>): FakeCall {
  return {
    argv: [
      ..."run /^--cidfile=.*\\.id$/ --rm -i --pull=never --http-proxy=false --hostname box".split(
        " ",
      ),
      "-v",
      `${world.home}/.local/share/paddock/homes/default:/home/ai`,
      "-v",
      `${world.home}/project:/work`,
      ..."--workdir /work".split(" "),
      DEFAULT,
      "/usr/local/libexec/paddock-probe",
      "/^\\.paddock-probe-[0-9a-f]{16}$/",
      TOKEN,
      ..."mount /home/ai mount /work".split(" "),
      ...["127.0.0.1", "gateway", "host"].flatMap((address) => [
        "tcp",
        "host-loopback",
        address,
        "4001",
        TOKEN,
      ]),
      ..."udp dns resolver tcp metadata 169.254.169.254 80".split(" "),
      "",
    ],
    ...answer,
  };
}

function worldOf(
  test: Test,
  answer: Partial<FakeCall>,
  columns = 1000,
): { readonly world: World; readonly closed: readonly number[] } {
  const closed: number[] = [];
  const world = freshWorld(test, { interactive: true, columns, connections: quiet(closed) });
  world.podman.expect(probeCall(world, answer));
  return { world, closed };
}

t.test("every promise holds: the rows, what is tried before it is, and 0", async (test) => {
  const { world, closed } = worldOf(test, { stdout: `${REPORT}\n` });
  test.equal(await main(["prove"], world.host), 0);
  const rows = world.answered().trimEnd().split("\n");
  test.same(
    rows.map((row) => /^(.{19})(\S+): /.exec(row)?.slice(1)),
    [
      ...ROWS.map((id) => ["holds              ", id]),
      ...GRANTS.map((place) => ["not measurable     ", `network:${place}`]),
      ["holds              ", "network:host-loopback"],
    ],
  );
  test.match(rows[1], "has no capability but CHOWN");
  const said = world.said();
  test.match(said, "tries    host-loopback: gateway, tcp port opened for it\n");
  test.match(said, "tries    metadata: 169.254.169.254, tcp port 80\n");
  test.match(said, "9 of 15 hold, none is broken\n");
  test.same(closed, [4001]);
});

t.test("one that does not hold ends 1, as JSON too", async (test) => {
  const { world } = worldOf(test, { stdout: `${REPORT.replace("Seccomp: 2", "Seccomp: 0")}\n` });
  test.equal(await main(["prove", "--json"], world.host), 1);
  const answer = JSON.parse(world.answered()) as { controls: Array<Record<string, unknown>> };
  test.match(answer, { profile: "default", holds: false });
  test.same(
    answer.controls.find(({ id }) => id === "seccomp"),
    {
      id: "seccomp",
      promise: "a filter of system calls is on its processes",
      flags: [],
      result: "does not hold",
      evidence: "no filter is on",
      stands: false,
    },
  );
  test.match(world.said(), "8 of 15 hold; not: seccomp\n");
});

const NO_REPORT: ReadonlyArray<readonly [string, Partial<FakeCall>, RegExp]> = [
  [
    "no probe in the image",
    { status: 127, stderr: "exec: no such file\n" },
    /copy profiles\/base\/probe\.sh/,
  ],
  ["half a report", { stdout: REPORT.replace("\nend", "") }, /no whole report \(status 0\)/],
  [
    "a Podman that fails",
    { status: 125, stderr: "Error: \u001B[31mx\n" },
    /status 125\): Error: \\x1b/,
  ],
];

for (const [name, answer, reason] of NO_REPORT) {
  t.test(`nothing is measurable, and nothing holds: ${name}`, async (test) => {
    const { world } = worldOf(test, answer);
    test.equal(await main(["prove"], world.host), 1);
    const rows = world.answered().trimEnd().split("\n");
    test.equal(rows.filter((row) => row.startsWith("not measurable")).length, rows.length);
    test.match(rows[0], reason);
  });
}

t.test("rows fit a narrow terminal", async (test) => {
  const { world } = worldOf(test, { stdout: `${REPORT}\n` }, 48);
  await main(["prove"], world.host);
  const long = world
    .answered()
    .split("\n")
    .filter((line) => line.length > 48);
  test.same(
    long.filter((line) => line.trim().includes(" ")),
    [],
    "but for a word that is too long",
  );
});

t.test("run --prove starts what holds", async (test) => {
  const { world } = worldOf(test, { stdout: `${REPORT}\n` });
  test.equal(await main(["run", "--prove", "--yes"], world.host), 0);
  test.equal(world.sessions.length, 1);
  test.match(world.said(), "9 of 15 hold, none is broken\n");
});

t.test("run --prove refuses what does not, with its row", async (test) => {
  const { world } = worldOf(test, {
    stdout: `${REPORT.replace("NoNewPrivs", "X").replace(/CapBnd.*/, "CapBnd: 000001ffffffffff")}\n`,
  });
  test.equal(await main(["run", "--prove", "--yes"], world.host), 125);
  test.equal(world.sessions.length, 0);
  const said = world.said();
  test.match(
    said,
    /does not hold {6}capabilities: has no capability but .*\(has DAC_READ_SEARCH, /,
  );
  test.match(said, "does not keep what its label promises: capabilities.");
});

for (const args of [
  ["prove", "--target", "x"],
  ["prove", "--runtime", "../x"],
  ["run", "--prove", "--dry-run"],
  ["run", "--target", "lan=10.0.0.1:80"],
]) {
  t.test(`refused: ${args.join(" ")}`, async (test) => {
    const world = testWorld(test, { files: PROFILES });
    test.equal(await main(args, world.host), args[0] === "run" ? 125 : 2);
    test.match(world.said(), /--(?:target|runtime|prove)/);
  });
}

import tap from "tap";
import type { PlannedLaunch } from "../../lib/launch/launch.ts";
import { dryLaunch } from "../../lib/launch/launch.ts";
import { directSession, runlabelSession } from "../../lib/launch/session-plan.ts";
import { idOf, inspectCall } from "../fake-podman.ts";
import { testWorld } from "../host-for-tests.ts";

async function launchOf(t: Parameters<typeof testWorld>[0], flags: string): Promise<PlannedLaunch> {
  const label = `podman run --rm --pull=never --http-proxy=false ${flags} localhost/paddock:latest`;
  const world = testWorld(t, {
    interactive: true,
    files: { "shipped/default/Containerfile": `FROM scratch\nLABEL run="${label}"\n` },
  });
  world.podman.expect(
    inspectCall(world.podman, {
      "localhost/paddock:latest": { id: idOf("d"), labels: { run: label } },
    }),
  );
  return await dryLaunch(world.host, {
    profile: "default",
    folder: undefined,
    labelName: "run",
    runtime: undefined,
    command: [],
    build: false,
    acceptUnenforced: [],
    runlabel: false,
    onEvent: () => {},
  });
}

const KRUN = "--runtime krun --annotation krun.ram_mib=512 --annotation krun.cpus=1";
const end = async (): Promise<void> => {};

const rows: readonly [name: string, flags: string, canReplace: boolean, stays: boolean][] = [
  ["an init inside and execve here: Paddock leaves", "--init", true, false],
  ["no execve", "--init", false, true],
  ["process 1 would ignore the signals that end it", "", true, true],
  ["a VM never hears SIGTERM", KRUN, true, true],
];
for (const [name, flags, canReplace, stays] of rows) {
  tap.test(name, async (t) => {
    const launch = await launchOf(t, flags);
    const session = directSession(launch, {
      canReplace,
      terminal: true,
      idFile: "/run/x.id",
      end,
      sandboxFolder: "/s/a,b",
    });
    const { argv } = launch.plan;
    t.equal(session.attendance !== undefined, stays);
    const own = '--mount=type=bind,"src=/s/a,b",dst=/run/paddock,ro=true,relabel=shared';
    const idFile = stays ? ["--cidfile=/run/x.id"] : [];
    t.same(session.argv, ["podman", "run", ...idFile, own, ...argv.slice(2)]);
    t.equal(session.directory, launch.plan.workspace.path);
    t.equal(session.executable, launch.podman);
    t.same(session.environment, {});
  });
}

const attended: readonly [
  name: string,
  flags: string,
  terminal: boolean,
  raw: boolean,
  signals: readonly string[],
][] = [
  ["a container without a terminal", "-i", true, false, ["SIGINT", "SIGTERM", "SIGHUP"]],
  ["a container with one", "-it", true, true, ["SIGINT", "SIGTERM", "SIGHUP"]],
  [
    "a label that asks for a terminal where there is none",
    "-it",
    false,
    false,
    ["SIGINT", "SIGTERM", "SIGHUP"],
  ],
  [
    "a VM: every signal becomes the one that reaches the guest",
    KRUN,
    true,
    false,
    ["SIGINT", "SIGINT", "SIGINT"],
  ],
];
for (const [name, flags, terminal, raw, signals] of attended) {
  tap.test(name, async (t) => {
    const launch = await launchOf(t, flags);
    const { attendance } = directSession(launch, {
      canReplace: false,
      terminal,
      idFile: "/run/x.id",
      end,
      sandboxFolder: "/s",
    });
    t.equal(attendance?.rawTerminal, raw);
    t.equal(attendance?.wholeTree, false);
    t.equal(attendance?.leavesNothing, launch.plan.policy.remove);
    t.equal(attendance?.graceMs, 10_000);
    t.same(
      (["SIGINT", "SIGTERM", "SIGHUP"] as const).map((signal) => attendance?.translate(signal)),
      signals,
    );
  });
}

tap.test(
  "runlabel: from the link, PWD saying so, whoever ends it tells the whole tree",
  async (t) => {
    const launch = await launchOf(t, "--init");
    const options = {
      canReplace: true,
      terminal: true,
      idFile: "/run/x.id",
      end,
      link: "/run/x.d",
    };
    const session = runlabelSession(launch, { ...options, words: [] });
    t.same(session.argv, ["podman", "container", "runlabel", "run", "localhost/paddock:latest"]);
    t.equal(session.directory, "/run/x.d");
    t.same(session.environment, { PWD: "/run/x.d" });
    t.equal(session.attendance?.wholeTree, true);
    const more = runlabelSession(launch, { ...options, words: ["'a'", "'-b'"] });
    t.same(more.argv.slice(5), ["--", "'a'", "'-b'"]);
  },
);

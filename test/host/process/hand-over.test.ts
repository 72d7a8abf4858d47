import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import tap from "tap";
import type { Test } from "tap";
import { handOver } from "../../../lib/host/process/hand-over.ts";
import type { Session } from "../../../lib/host/process/session.ts";

const HAND_OVER = new URL("../../../lib/host/process/hand-over.ts", import.meta.url).href;

function shell(script: string, directory: string, argv0 = "sh"): Session {
  return {
    executable: "/bin/sh",
    argv: [argv0, "-c", script],
    directory,
    environment: {},
    attendance: {
      translate: (signal) => signal,
      graceMs: 10_000,
      end: async () => {},
      rawTerminal: false,
      wholeTree: false,
      leavesNothing: false,
    },
  };
}

const endings: readonly [script: string, status: number][] = [
  ["exit 0", 0],
  ["exit 7", 7],
  ["exit 255", 255],
  ["kill -TERM $$", 143],
  ["kill -KILL $$", 137],
  ["kill -INT $$", 130],
];
for (const [script, status] of endings) {
  tap.test(`ends as the child ended: ${script}`, async (t) => {
    t.same(await handOver(shell(script, t.testdir())), { status });
  });
}

tap.test(
  "the child gets the directory, the argv with its first word, and the variables on top of ours",
  async (t) => {
    const root = realpathSync(t.testdir());
    mkdirSync(`${root}/a b`);
    const session = shell('{ pwd -P; echo "$0 $X $HOME"; } >out', `${root}/a b`, "podman");
    const { status } = await handOver({ ...session, environment: { X: "1" } });
    t.equal(status, 0);
    // A shell takes $0 from the word after the script; there is none, so it is its own name.
    t.equal(
      readFileSync(`${root}/a b/out`, "utf8"),
      `${root}/a b\npodman 1 ${process.env["HOME"] ?? ""}\n`,
    );
  },
);

tap.test("a child that cannot be started is an error", async (t) => {
  const session = { ...shell("", t.testdir()), executable: "/nowhere/podman" };
  await t.rejects(handOver(session), { code: "ENOENT" });
});

tap.test("no listener stays behind", async (t) => {
  const before = ["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => process.listenerCount(signal));
  await handOver(shell("exit 0", t.testdir()));
  t.same(
    ["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => process.listenerCount(signal)),
    before,
  );
});

interface Drive {
  /** What the child does; it makes `ready` when it listens. */
  readonly script: string;
  readonly signals: readonly NodeJS.Signals[];
  /** Source of the attendance's changes. */
  readonly attendance?: string;
}

/** Hands over in a process of its own, signals that process, and tells how it went. */
async function drive(
  t: Test,
  { script, signals, attendance = "{}" }: Drive,
): Promise<{ status: number | null; out: string; root: string }> {
  const root = realpathSync(t.testdir());
  const code = `
    import { writeFileSync } from "node:fs";
    import { handOver } from ${JSON.stringify(HAND_OVER)};
    const attendance = { translate: (signal) => signal, graceMs: 10000, end: async () => writeFileSync("ended", ""), rawTerminal: false, wholeTree: false, leavesNothing: false, ...${attendance} };
    const session = { executable: "/bin/sh", argv: ["sh", "-c", ${JSON.stringify(script)}], directory: ${JSON.stringify(root)}, environment: {}, attendance };
    process.exitCode = (await handOver(session)).status;`;
  const driver = spawn(
    process.execPath,
    [...process.execArgv, "--input-type=module", "--eval", code],
    {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
      // A group without a terminal: nothing reaches the child but what the driver sends.
      detached: true,
    },
  );
  let out = "";
  driver.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  const ended = once(driver, "close");
  for (const [at, signal] of signals.entries()) {
    while (!existsSync(`${root}/ready`)) await new Promise((resolve) => setTimeout(resolve, 10));
    // Two of a kind at once are one signal for a process that is not awake between them.
    if (at > 0) await new Promise((resolve) => setTimeout(resolve, 1000));
    driver.kill(signal);
  }
  await ended;
  return { status: driver.exitCode, out, root };
}

const LISTEN =
  'for s in INT TERM HUP; do trap "echo $s; exit 3" $s; done; touch ready; while :; do sleep 0.05; done';

tap.test(
  "a signal while the child is being started ends the child, and not Paddock alone",
  async (t) => {
    for (let round = 0; round < 10; round += 1) {
      const script = "kill -TERM $PPID; exec sleep 30";
      const { status } = await drive(t, { script, signals: [] });
      t.equal(status, 143, "the child's own end");
    }
  },
);

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  tap.test(`C12 F06 ${signal} reaches the child once, and Paddock ends as it ended`, async (t) => {
    const { status, out, root } = await drive(t, { script: LISTEN, signals: [signal] });
    t.same([status, out], [3, `${signal.slice(3)}\n`]);
    t.notOk(existsSync(`${root}/ended`), "no force was needed");
  });
}

tap.test("a signal is translated where the child would not hear it", async (t) => {
  const { status, out } = await drive(t, {
    script: LISTEN,
    signals: ["SIGTERM"],
    attendance: '{ translate: () => "SIGINT" }',
  });
  t.same([status, out], [3, "INT\n"]);
});

const DEAF = "trap '' INT TERM HUP; touch ready; while :; do sleep 0.05; done";

tap.test("a child that does not end is ended by force after the grace", async (t) => {
  const { status, root } = await drive(t, {
    script: DEAF,
    signals: ["SIGTERM"],
    attendance: "{ graceMs: 100 }",
  });
  t.equal(status, 137);
  t.ok(existsSync(`${root}/ended`), "its container first");
});

tap.test("a second signal does not wait for the grace", async (t) => {
  const startedAt = Date.now();
  const { status, root } = await drive(t, { script: DEAF, signals: ["SIGINT", "SIGINT"] });
  t.equal(status, 137);
  t.ok(existsSync(`${root}/ended`));
  t.ok(Date.now() - startedAt < 9000, "the grace is ten seconds");
});

tap.test(
  "a child that says it ended well is looked behind where nothing may be left",
  async (t) => {
    for (const leavesNothing of [false, true]) {
      const { status, root } = await drive(t, {
        script: "trap 'exit 1' TERM; touch ready; while :; do sleep 0.05; done",
        signals: ["SIGTERM"],
        attendance: `{ leavesNothing: ${leavesNothing} }`,
      });
      t.equal(status, 1);
      t.equal(existsSync(`${root}/ended`), leavesNothing);
    }
  },
);

tap.test("with the whole tree a grandchild hears it too", async (t) => {
  const grandchild = "trap 'echo heard; exit 0' TERM; touch ready; while :; do sleep 0.05; done";
  const { status, out } = await drive(t, {
    script: `trap : TERM; sh -c '${grandchild.replaceAll("'", "'\\''")}'; exit 4`,
    signals: ["SIGTERM"],
    attendance: "{ wholeTree: true }",
  });
  t.same([status, out], [4, "heard\n"]);
});

tap.test("what waits for the exit has its turn before the process is replaced", (t) => {
  const code = `import { handOver } from ${JSON.stringify(HAND_OVER)};
    process.execve = (file, argv) => { console.log("replaced by", file, argv); process.reallyExit(0); };
    process.once("exit", () => console.log("at the exit"));
    await handOver({ executable: "/bin/x", argv: ["x", "-y"], directory: "/", environment: {}, attendance: undefined });`;
  const run = spawnSync(
    process.execPath,
    [...process.execArgv, "--input-type=module", "--eval", code],
    { encoding: "utf8" },
  );
  t.equal(run.stdout, "at the exit\nreplaced by /bin/x [ 'x', '-y' ]\n", run.stderr);
  t.end();
});

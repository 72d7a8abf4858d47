import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import tap from "tap";

const CHILD = fileURLToPath(new URL("signalled-run.ts", import.meta.url));
// Without the part of tap that listens to signals itself, and so would keep the child from ending by one.
const NODE = [
  "-u",
  "NODE_OPTIONS",
  process.execPath,
  ...process.execArgv.filter((word) => !word.includes("processinfo")),
];

// A step in a process of its own, and a builder that says when it is told itself.
const step = (trap: string): string =>
  `trap '${trap}' TERM; echo ready; while :; do sleep 0.1; done`;
const builder = (trap: string): readonly string[] => [
  "sh",
  "-c",
  `trap 'echo builder told' TERM; sh -c "$1" 2>/dev/null; echo "step ended with $?, clearing up"; sleep 0.3`,
  "sh",
  step(trap),
];
const ALONE = `process.on("SIGTERM", () => { console.log("builder told"); process.exit(3); });
console.log("ready"); setInterval(() => {}, 1000)`;

interface Row {
  readonly name: string;
  readonly argv: readonly string[];
  /** How often the signal comes, a moment apart. */
  readonly times: number;
  readonly said: readonly string[];
}

const rows: readonly Row[] = [
  {
    name: "what the builder started is told, and the builder ends by itself",
    argv: builder("exit 7"),
    times: 1,
    said: ["ready", "step ended with 7, clearing up"],
  },
  {
    name: "a builder that has started nothing is told itself",
    argv: [process.execPath, "-e", ALONE],
    times: 1,
    said: ["ready", "builder told"],
  },
  {
    name: "a builder whose step does not listen is told after a while, and killed the second time",
    argv: builder(""),
    times: 2,
    said: ["ready"],
  },
];
for (const { name, argv, times, said } of rows) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    tap.test(`${signal}: ${name}`, async (t) => {
      // A group of its own, all of which gets the signal, as from a terminal.
      const child = spawn("env", [...NODE, CHILD, ...argv], {
        detached: true,
        stdio: ["ignore", "pipe", "inherit"],
      });
      let text = "";
      child.stdout.on("data", (data: Buffer) => (text += data.toString()));
      const ended = once(child, "close");
      for (let turn = 0; turn < 500 && !text.includes("ready"); turn += 1) await delay(20);
      for (let time = 0; time < times; time += 1) {
        if (time > 0) await delay(500);
        process.kill(-(child.pid ?? 0), signal);
      }
      t.same(await ended, [null, signal], "it ends by the signal itself");
      t.same(text.trimEnd().split("\n"), said);
    });
  }
}

tap.test("a builder whose step does not listen is told after three seconds", async (t) => {
  const argv = [
    "sh",
    "-c",
    `trap 'echo builder told; kill -9 $!; exit 4' TERM; sh -c "$1" 2>/dev/null & wait; wait`,
    "sh",
  ];
  const child = spawn("env", [...NODE, CHILD, ...argv, step("")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (data: Buffer) => (text += data.toString()));
  const ended = once(child, "close");
  for (let turn = 0; turn < 500 && !text.includes("ready"); turn += 1) await delay(20);
  child.kill("SIGINT");
  await delay(1500);
  t.notMatch(text, /told/);
  t.same(await ended, [null, "SIGINT"]);
  t.match(text, /told/);
});

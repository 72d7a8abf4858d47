import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import tap from "tap";

const PROGRAM = fileURLToPath(new URL("show-terminal.ts", import.meta.url));
// As tap starts its tests: with what makes this Node read TypeScript.
const COMMAND = [process.execPath, ...process.execArgv, PROGRAM] as const;
const QUOTED = COMMAND.map((word) => `'${word}'`).join(" ");

/** Runs a shell line of the test's own under script(1), which gives it a terminal of 97 columns. */
function onTerminal(line: string, environment: Record<string, string>): string {
  const shown = spawnSync("script", ["-qec", `stty cols 97; ${line}`, "/dev/null"], {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "", ...environment },
    input: "",
  });
  return shown.stdout;
}

const rows: readonly [name: string, environment: Record<string, string>, expected: object][] = [
  ["a terminal", { TERM: "xterm" }, { live: true, colour: true }],
  ["NO_COLOR", { TERM: "xterm", NO_COLOR: "1" }, { live: true, colour: false }],
  ["an empty NO_COLOR is none", { TERM: "xterm", NO_COLOR: "" }, { live: true, colour: true }],
  ["a dumb terminal", { TERM: "dumb" }, { live: false, colour: false }],
];
for (const [name, environment, expected] of rows) {
  tap.test(name, (t) => {
    const shown = onTerminal(QUOTED, environment);
    t.same(JSON.parse(shown.split("\r\n")[0] ?? ""), {
      interactive: true,
      columns: 97,
      ...expected,
    });
    t.end();
  });
}

tap.test("a terminal on stderr alone gives the sandbox none", (t) => {
  const shown = onTerminal(`${QUOTED} < /dev/null | cat`, { TERM: "xterm" });
  const answer: unknown = JSON.parse(shown.match(/\{.*\}/)?.[0] ?? "");
  t.match(answer, { interactive: false, live: true, columns: 97 });
  t.end();
});

tap.test("no terminal at all: width of 80, nothing redrawn, answers and messages apart", (t) => {
  for (const stdin of ["ignore", "pipe"] as const) {
    const run = spawnSync(COMMAND[0], COMMAND.slice(1), {
      encoding: "utf8",
      stdio: [stdin, "pipe", "pipe"],
      env: { ...process.env, TERM: "xterm" },
    });
    const nothing = { interactive: false, live: false, colour: false, columns: 80 };
    t.equal(run.stdout, `${JSON.stringify(nothing)}\n`, stdin);
    t.equal(run.stderr, "for people\n", stdin);
  }
  t.end();
});

// Node's own pipes do not block on the reading side; python makes the writing side so, as ssh and some CI runners do.
const UNBLOCKED = [
  "python3",
  "-c",
  "import os,sys\nos.set_blocking(1, False)\nos.execv(sys.argv[1], sys.argv[1:])",
] as const;

for (const [name, words, patienceMs] of [
  ["at once", COMMAND, 0],
  // The writer waits for room by then, and meets another error.
  ["while it is waited for", COMMAND, 500],
  ["at once, of a pipe that does not block", [...UNBLOCKED, ...COMMAND], 0],
  ["while a pipe that does not block is full", [...UNBLOCKED, ...COMMAND], 500],
] as const) {
  tap.test(`a reader that has gone ends nothing with an error: ${name}`, async (t) => {
    const [program = "", ...args] = words;
    const child = spawn(program, args, {
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, LINES_TO_WRITE: "20000" },
    });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.stdout.once("data", () => {
      child.stdout.pause();
      setTimeout(() => child.stdout.destroy(), patienceMs);
    });
    t.equal(await ended, 0);
  });
}

tap.test("a pipe that does not block gets all of it, in order", async (t) => {
  const [python, ...args] = UNBLOCKED;
  const child = spawn(python, [...args, ...COMMAND], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, LINES_TO_WRITE: "5000" },
  });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  let text = "";
  for await (const chunk of child.stdout) text += String(chunk);
  const numbers = text
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => Number.parseInt(line, 10));
  t.same(
    numbers,
    Array.from({ length: 5000 }, (_, at) => at),
  );
});

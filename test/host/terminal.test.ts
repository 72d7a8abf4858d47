import tap from "tap";
import { systemTerminal } from "../../lib/host/terminal.ts";

const rows: readonly [
  name: string,
  environment: Record<string, string>,
  live: boolean,
  colour: boolean,
][] = [
  ["a terminal", { TERM: "xterm" }, true, true],
  ["NO_COLOR", { TERM: "xterm", NO_COLOR: "1" }, true, false],
  ["an empty NO_COLOR is none", { TERM: "xterm", NO_COLOR: "" }, true, true],
  ["a dumb terminal", { TERM: "dumb" }, false, false],
];
for (const [name, environment, live, colour] of rows) {
  tap.test(name, (t) => {
    const before = process.stderr.isTTY;
    t.teardown(() => (process.stderr.isTTY = before));
    process.stderr.isTTY = true;
    const terminal = systemTerminal(environment);
    t.same([terminal.live, terminal.colour], [live, colour]);
    t.end();
  });
}

tap.test("no terminal at all: width of 80, nothing redrawn, truth and not undefined", (t) => {
  const before = [process.stdin.isTTY, process.stdout.isTTY, process.stderr.isTTY] as const;
  t.teardown(() => {
    [process.stdin.isTTY, process.stdout.isTTY, process.stderr.isTTY] = before;
  });
  for (const stream of [process.stdin, process.stdout, process.stderr]) stream.isTTY = false;
  const { interactive, live, colour, columns } = systemTerminal({ TERM: "xterm" });
  t.same({ interactive, live, colour }, { interactive: false, live: false, colour: false });
  t.ok(columns >= 80);
  process.stdin.isTTY = true;
  t.equal(systemTerminal({}).interactive, false, "stdin alone is not enough");
  process.stdout.isTTY = true;
  t.equal(systemTerminal({}).interactive, true);
  t.end();
});

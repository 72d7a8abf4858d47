import t from "tap";
import { leftovers } from "./nothing-left.ts";
import { until } from "./started.ts";
import { openPane } from "./terminal.ts";
import { containersOf, makeWorld, writeProfile } from "./world.ts";

t.setTimeout(0);
const world = makeWorld(t.testdir(), "terminal");
t.before(async () => {
  writeProfile(world, "terminal", { flags: "-it --detach-keys=" });
  const built = await world.paddock(["build", "terminal"]);
  if (built.status !== 0) throw new Error(built.stderr);
});
t.teardown(() => world.remove());

const SHELL = ["run", "terminal", "--", "bash", "--norc", "-i"];

t.test("the terminal is the sandbox's own: size, keys, end and status", async (t) => {
  const pane = await openPane(world, SHELL, { columns: 100, rows: 30 });
  t.teardown(() => pane.close());
  await pane.shows(/bash-[\d.]+#/);
  await pane.type("stty size; tty\n");
  await pane.shows(/^30 100\n\/dev\/pts\/\d/m);
  await pane.resize(91, 33);
  // The new size travels by itself; the program asks until it is there.
  await pane.type("until stty size | grep -q '33 91'; do sleep 0.1; done; echo re''sized\n");
  await pane.shows(/^resized/m);

  await pane.type("sleep 100 || echo inter''rupted\n");
  await pane.type("");
  await pane.press("C-c");
  await pane.type("echo still $((40 + 2)) here\n");
  t.match(await pane.shows(/^still 42 here/m), /\^C/, "Ctrl-C ends the program, not the session");
  t.notMatch(await pane.screen(), /^ended/m);

  await pane.type("(exit 9)\n");
  await pane.press("C-d");
  t.match(await pane.shows(/^ended \d+/m), /^ended 9$/m, "Ctrl-D ends the shell");
  t.strictSame(await leftovers(world), []);
});

for (const flags of [[], ["--runlabel"]]) {
  const name = ["run", ...flags].join(" ");
  t.test(`closing the terminal of ${name} leaves no container`, async (t) => {
    const size = { columns: 80, rows: 24 };
    const pane = await openPane(world, ["run", ...flags, ...SHELL.slice(1)], size);
    await pane.shows(/bash-[\d.]+#/);
    await pane.type("trap '' HUP TERM; echo de''af\n");
    await pane.shows(/^deaf/m);
    t.equal((await containersOf(world.name)).length, 1);
    await pane.close();
    t.ok(await until(async () => (await containersOf(world.name)).length === 0));
    t.strictSame(await leftovers(world), []);
  });
}

t.test("the progress of a build is one line of 80 columns, redrawn", async (t) => {
  const long = "a-long-word-".repeat(12);
  writeProfile(world, "progress", { lines: `RUN sleep 4 # ${long}\nRUN true # ${long}` });
  const pane = await openPane(world, ["build", "progress"], { columns: 80, rows: 24 });
  t.teardown(() => pane.close());
  const during = await pane.shows(/^progress: step 3 of \d \([1-9] s\): RUN sleep 4/m);
  const lines = during.split("\n").filter((line) => line !== "");
  t.equal(lines.length, 2, during);
  t.match(lines[1], /…$/, "cut off at the edge");
  t.ok((lines[1] ?? "").length < 80);
  const after = await pane.shows(/^ended 0$/m);
  t.match(after, /^progress: built localhost\/paddock:progress/m);
  t.notMatch(after, /step \d of/, "nothing of it stays");
});

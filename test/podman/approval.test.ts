import t from "tap";
import { openPane } from "./terminal.ts";
import { makeWorld, writeProfile } from "./world.ts";

t.setTimeout(0);
const world = makeWorld(t.testdir(), "approval");
t.before(async () => {
  writeProfile(world, "approval", { flags: "-it" });
  const built = await world.paddock(["build", "approval"]);
  if (built.status !== 0) throw new Error(built.stderr);
});
t.teardown(() => world.remove());

const PROGRAM = ["--", "sh", "-c", "echo inside; read line; echo got $line"];
const ASKED = /Launch this sandbox\? \[y\/N\]/;

for (const columns of [80, 48]) {
  t.test(
    `${columns} columns: the rows, the question, and what was typed ahead is the sandbox's`,
    async (t) => {
      await world.paddock(["approvals", "--forget"]);
      const pane = await openPane(world, ["run", "approval", ...PROGRAM], {
        columns,
        rows: 70,
        yes: false,
      });
      const asked = await pane.shows(ASKED);
      t.match(asked, /^can reach {3}nothing: this sandbox is offline/m);
      t.notMatch(asked, /inside/, "nothing runs before the answer");
      await pane.type("y");
      await pane.press("Enter");
      await pane.type("hello");
      await pane.press("Enter");
      t.match(await pane.shows(/ended 0/), /inside\n[^]*got hello/);
      await pane.close();
    },
  );
}

t.test("asked once: the second launch is not, and neither is one without a terminal", async (t) => {
  const pane = await openPane(world, ["run", "approval", ...PROGRAM], {
    columns: 80,
    rows: 70,
    yes: false,
  });
  const shown = await pane.shows(/inside/);
  t.notMatch(shown, ASKED);
  await pane.press("Enter");
  await pane.shows(/ended 0/);
  await pane.close();
  const ended = await world.paddock(["run", "approval", "--", "true"], { yes: false });
  t.equal(ended.status, 0, ended.stderr);
  t.match(ended.stderr, /^can reach {3}nothing/m);
});

t.test(
  "a label that grants more asks again, the difference first; no starts nothing",
  async (t) => {
    writeProfile(world, "approval", { flags: "-it --tmpfs /more --env MORE=1" });
    const refused = await world.paddock(["run", "approval", "--", "true"], { yes: false });
    t.equal(refused.status, 125);
    t.match(refused.stderr, /Without a terminal nobody can be asked/);
    const pane = await openPane(world, ["run", "approval", ...PROGRAM], {
      columns: 80,
      rows: 80,
      yes: false,
    });
    t.match(
      await pane.shows(ASKED),
      /widened +can write: not said before\n +now: \/more, in memory/,
    );
    await pane.press("Enter");
    t.match(await pane.shows(/ended 125/), /Not launched\./);
    await pane.close();
  },
);

t.test(
  "policy.json: to be read by anyone in the sandbox, and by nobody to be changed",
  async (t) => {
    const show =
      "cat /run/paddock/policy.json; for act in 'rm -f' chmod\\ 666 'touch'; do $act /run/paddock/policy.json 2>/dev/null && echo BAD $act; done; touch /run/paddock/x 2>/dev/null && echo BAD; true";
    const flags = [
      "",
      "--user 1000",
      "--userns=keep-id --user 1234",
      "--read-only-tmpfs=false",
      "--tmpfs /run",
    ];
    for (const more of flags) {
      writeProfile(world, "approval", { flags: more });
      const ended = await world.paddock(["run", "approval", "--", "sh", "-c", show]);
      t.equal(ended.status, 0, ended.stderr);
      t.notMatch(ended.stdout, /BAD/, more);
      const view = JSON.parse(ended.stdout) as { profile: string; denied: unknown[] };
      t.equal(view.profile, "approval", more);
      t.ok(view.denied.length > 2);
    }
  },
);

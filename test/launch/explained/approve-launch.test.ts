import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import tap from "tap";
import type { Test } from "tap";
import { main } from "../../../lib/cli.ts";
import { idOf, VERSION_CALL } from "../../fake-podman.ts";
import { testWorld } from "../../host-for-tests.ts";
import type { World, WorldOptions } from "../../host-for-tests.ts";
import { BASE, BY_HAND, LABEL, lookCall, PROFILES } from "../../profiles-for-tests.ts";

/** The profile's label, in the file and in the image; Podman is asked for it once more. */
function setLabel(world: World, label: string): void {
  world.write(
    "shipped/default/Containerfile",
    `FROM ${BASE}\nLABEL run="${label.replaceAll("$", "\\$")}"\n`,
  );
  // A change of Podman's list of images: what it said before does not count any more.
  writeFileSync(world.podman.imageList, label);
  utimesSync(world.podman.imageList, 1, 1);
  world.podman.expect(
    lookCall(world.podman, { ...BY_HAND, default: { id: idOf("d"), labels: { run: label } } }),
  );
}

function labelWorld(t: Test, options: WorldOptions = {}, label = LABEL): World {
  const world = testWorld(t, { files: PROFILES, columns: 80, ...options });
  world.podman.expect(VERSION_CALL);
  setLabel(world, label);
  return world;
}

const YES: WorldOptions = { interactive: true, replies: ["y"] };
const QUESTION = "Launch this sandbox? [y/N] ";
const OFFLINE = LABEL.replace("--rm", "--rm --network none");
const DEVICE = LABEL.replace("--rm", "--rm --env A=1");

function records(world: World): readonly string[] {
  const folder = `${world.home}/.local/state/paddock/approvals`;
  return readdirSync(folder).map((name) => `${folder}/${name}`);
}

tap.test("B41 on a terminal: the rows and one question, then no more", async (t) => {
  const world = labelWorld(t, YES);
  t.equal(await main(["run"], world.host), 0);
  const said = world.said();
  t.match(said, /^profile {5}default/);
  t.match(said, /^can reach {3}any host/m);
  t.match(said, /^image {7}localhost\/paddock:latest, d{12}, built 2026-01-01 12:00 UTC$/m);
  t.ok(said.endsWith(QUESTION));
  t.equal(await main(["run"], world.host), 0);
  t.match(world.said(), /^profile {2}default/, "an approved launch says the few lines only");
  t.equal(
    await main(["run", "default", "--", "ls"], world.host),
    0,
    "another command is no other policy",
  );
  world.write("home/project/sub/", "");
  t.equal(await main(["run", "-w", "sub"], world.host), 0, "nor is another folder to start in");
  t.equal(world.sessions.length, 4);

  const [record = ""] = records(world);
  t.equal(statSync(record).mode & 0o777, 0o600);
  t.equal(statSync(dirname(record)).mode & 0o777, 0o700);
});

for (const reply of ["", "n", "yess", "no", undefined]) {
  tap.test(`the answer ${JSON.stringify(reply)} is no`, async (t) => {
    const world = labelWorld(t, { interactive: true, replies: [reply] });
    t.equal(await main(["run"], world.host), 125);
    t.match(
      world.said(),
      /Not launched\.\n {2}What it grants is the run label of .*Containerfile\.\n$/,
    );
    t.same(world.sessions, []);
    t.throws(() => records(world), "nothing is remembered");
  });
}

tap.test("what is moved while the question is asked is not started", async (t) => {
  const swaps: ReadonlyArray<readonly [name: string, moved: string]> = [
    ["the workspace", "project"],
    ["a folder of the label's", ".local/share/paddock/homes/default"],
  ];
  for (const [name, moved] of swaps) {
    const world = labelWorld(t, YES);
    const place = `${world.home}/${moved}`;
    const { terminal } = world.host;
    // As an agent could whose sandbox has the folder above it.
    const ask = (question: string): string | undefined => {
      mkdirSync(dirname(place), { recursive: true });
      if (existsSync(place)) renameSync(place, `${place}.moved`);
      symlinkSync(world.home, place);
      return terminal.ask?.(question);
    };
    const host = { ...world.host, terminal: { ...terminal, ask } };
    t.equal(await main(["run"], host), 125, name);
    t.match(
      world.said(),
      `paddock: ${JSON.stringify(place)} leads to ${JSON.stringify(realpathSync(world.home))} now`,
    );
    t.same(world.sessions, []);
  }
});

tap.test("a narrowing does not ask, and what was approved before stays approved", async (t) => {
  const world = labelWorld(t, YES);
  t.equal(await main(["run"], world.host), 0);
  setLabel(world, OFFLINE);
  world.said();
  t.equal(await main(["run"], world.host), 0);
  t.notMatch(world.said(), QUESTION);
  t.equal(await main(["approvals", "--json"], world.host), 0);
  t.same(
    (JSON.parse(world.answered()) as { by: string }[]).map(({ by }) => by),
    ["asked", "narrower"],
  );
  setLabel(world, LABEL);
  t.equal(await main(["run"], world.host), 0);
  t.notMatch(world.said(), QUESTION);
});

tap.test("F19 a widening asks again, the difference first", async (t) => {
  const world = labelWorld(t, { interactive: true, replies: ["y", "n", "y"] }, OFFLINE);
  t.equal(await main(["run"], world.host), 0);
  world.said();
  setLabel(world, LABEL);
  t.equal(await main(["run"], world.host), 125);
  const said = world.said().replaceAll(/\s+/g, " ");
  t.match(said, / was less: widened can reach: nothing: this sandbox is offline now: any host: /);
  t.ok(said.indexOf("widened") < said.indexOf("profile default"));
  t.equal(await main(["explain", "--diff", "approved"], world.host), 0);
  t.match(
    world.answered(),
    /^widened +can reach: nothing: this sandbox is offline\n +now: any host/,
  );
  t.equal(await main(["run"], world.host), 0);
  t.equal(await main(["explain", "--diff", "approved"], world.host), 0);
  t.equal(world.answered(), "no difference\n");
});

tap.test("another directory and another profile are asked for by themselves", async (t) => {
  const world = labelWorld(t, { interactive: true, replies: ["y", "y"] });
  t.equal(await main(["run"], world.host), 0);
  world.write("home/other/", "");
  const elsewhere = {
    ...world.host,
    settings: { ...world.host.settings, workingDirectory: `${world.home}/other` },
  };
  t.equal(await main(["run"], elsewhere), 0);
  t.equal(records(world).length, 2);
  t.equal(await main(["run"], elsewhere), 0);
});

tap.test("without a terminal: refused with 125, the rows and the way out", async (t) => {
  const world = labelWorld(t);
  t.equal(await main(["run"], world.host), 125);
  const said = world.said();
  t.match(said, /^profile {5}default/);
  t.match(said, /paddock: Without a terminal nobody can be asked, and default was never approved/);
  t.ok(said.endsWith("or add --yes to start it this once.\n"));
  t.same(world.sessions, []);
});

tap.test("--yes starts it this once, with its rows, and approves nothing for later", async (t) => {
  const world = labelWorld(t);
  t.equal(await main(["run", "--yes"], world.host), 0);
  t.match(world.said(), /^can reach {3}any host/m);
  t.equal(await main(["run"], world.host), 125);
  t.equal(world.sessions.length, 1);
  const asked = labelWorld(t, { interactive: true, replies: [] });
  t.equal(await main(["run", "--yes"], asked.host), 0, "on a terminal it is not asked either");
  t.match(asked.said(), /^can reach {3}any host/m);
});

tap.test("without a terminal what was approved on one runs, and prints its rows", async (t) => {
  const world = labelWorld(t, YES);
  t.equal(await main(["run"], world.host), 0);
  world.said();
  const { terminal } = world.host;
  const mute = { ...world.host, terminal: { ...terminal, interactive: false, ask: undefined } };
  t.equal(await main(["run"], mute), 0);
  t.match(world.said(), /^can reach {3}any host/m);
  setLabel(world, DEVICE);
  t.equal(await main(["run"], mute), 125);
  t.match(world.said(), /what default grants now was not approved for this directory/);
});

const spoiled: readonly [name: string, spoil: (path: string) => void][] = [
  ["unreadable", (path) => writeFileSync(path, "{")],
  ["changed", (path) => writeFileSync(path, readFileSync(path, "utf8").replace("box", "other"))],
  ["writable for others", (path) => chmodSync(path, 0o666)],
  [
    "of another workspace",
    (path) => writeFileSync(path, readFileSync(path, "utf8").replace("/project", "/projekt")),
  ],
];
for (const [name, spoil] of spoiled) {
  tap.test(`a record that is ${name} asks again`, async (t) => {
    const world = labelWorld(t, { interactive: true, replies: ["y", "y"] });
    t.equal(await main(["run"], world.host), 0);
    for (const path of records(world)) spoil(path);
    world.said();
    t.equal(await main(["run"], world.host), 0);
    t.ok(world.said().endsWith(QUESTION));
    t.equal(await main(["run"], world.host), 0, "and is whole again");
  });
}

tap.test("a record of another version of Paddock is compared with nothing", async (t) => {
  const world = labelWorld(t, { interactive: true, replies: ["y", "y"] });
  t.equal(await main(["run"], world.host), 0);
  for (const path of records(world)) {
    writeFileSync(path, readFileSync(path, "utf8").replace("1.2.3", "1.2.2"));
  }
  t.equal(await main(["run"], world.host), 0, "the very same policy is still approved");
  setLabel(world, OFFLINE);
  world.said();
  t.equal(await main(["run"], world.host), 0);
  t.ok(world.said().endsWith(QUESTION));
});

tap.test("a dry run asks nothing and needs no approval", async (t) => {
  for (const options of [{}, { interactive: true, replies: [] }]) {
    const world = testWorld(t, { files: PROFILES, ...options });
    setLabel(world, LABEL);
    t.equal(await main(["run", "--dry-run"], world.host), 0);
    t.match(world.answered(), /^podman run /);
  }
});

tap.test("nothing is built before the launch is approved", async (t) => {
  const world = testWorld(t, { files: PROFILES });
  world.podman.expect(VERSION_CALL, lookCall(world.podman, { node: BY_HAND.node }));
  t.equal(await main(["run"], world.host), 125);
  const said = world.said();
  t.match(said, /never approved/);
  t.match(said, /^image {7}localhost\/paddock:latest, still to be built$/m);
});

tap.test("one flag of a label is changed: the rows and the argv both have it", async (t) => {
  for (const pids of ["77", "78"]) {
    const world = labelWorld(t, {}, LABEL.replace("--rm", `--rm --pids-limit ${pids}`));
    t.equal(await main(["run", "--yes"], world.host), 0);
    t.match(world.said(), `at most ${pids} processes`);
    t.match(world.sessions[0]?.argv.join(" "), `--pids-limit ${pids} `);
  }
});

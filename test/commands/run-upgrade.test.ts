import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import tap from "tap";
import type { Test } from "tap";
import { main } from "../../lib/cli.ts";
import { idOf, inspectCall, VERSION_CALL } from "../fake-podman.ts";
import type { FakeCall, FakeImage } from "../fake-podman.ts";
import { BASE, baseImage, buildCall, DEFAULT, NODE, NODE_IMAGE } from "../profiles-for-tests.ts";
import { containerfileOf, lockOf, upgradeWorld } from "../upgrade/upgrade-for-tests.ts";
import type { UpgradeWorld } from "../upgrade/upgrade-for-tests.ts";

const OLD: FakeImage = {
  id: idOf("1"),
  created: "2025-12-01T00:00:00Z",
  labels: { "paddock.stamp": "old" },
};
const NEW = baseImage("2");
/** The old one, which lost its name. */
const KEPT: FakeImage = { ...OLD, names: [] };

/** The build of the base, whose image is to name the agent's version. */
function build(world: UpgradeWorld, version: string): FakeCall {
  const call = buildCall(world, { profile: "base" });
  const at = call.argv.indexOf("--tag");
  const label = ["--label", `paddock.agents=agent-cli=${version}`];
  return { ...call, argv: [...call.argv.slice(0, at), ...label, ...call.argv.slice(at)] };
}

const START: FakeCall = {
  argv: [
    ..."run --rm --pull=never --network none --cap-drop ALL --security-opt no-new-privileges".split(
      " ",
    ),
    ...`--env HOME=/tmp --entrypoint agent ${BASE} --version`.split(" "),
  ],
};

/** Up to the build: the engine, what is affected, what is there, and the two looks of a build. */
function before(world: UpgradeWorld, base: FakeImage | undefined): readonly FakeCall[] {
  const chain = inspectCall(world.podman, { [NODE]: NODE_IMAGE, [BASE]: base });
  return [
    VERSION_CALL,
    inspectCall(world.podman, { [BASE]: base, [DEFAULT]: undefined }),
    inspectCall(world.podman, { [BASE]: base }),
    chain,
    chain,
  ];
}

/** An upgrade that built an image in place of the old one. */
async function rebuilt(world: UpgradeWorld): Promise<void> {
  const { podman } = world;
  podman.expect(
    ...before(world, OLD),
    build(world, "2.0.0"),
    inspectCall(podman, { [NODE]: NODE_IMAGE, [BASE]: NEW }),
    START,
    inspectCall(podman, { [BASE]: NEW }),
  );
  await main(["upgrade", "--rebuild"], world.host);
  world.answered();
}

function isAt(t: Test, world: UpgradeWorld, version: string): void {
  t.equal(world.read("shipped/base/Containerfile"), containerfileOf(version));
  t.equal(world.read("shipped/base/agents/agent-cli/package-lock.json"), lockOf(version));
}

async function history(world: UpgradeWorld): Promise<unknown> {
  world.answered();
  await main(["upgrade", "--history", "--json"], world.host);
  return JSON.parse(world.answered());
}

tap.test(
  "--rebuild builds what is affected and starts the agent; --undo brings the old image back",
  async (t) => {
    const world = await upgradeWorld(t);
    const { podman } = world;
    podman.expect(
      ...before(world, OLD),
      build(world, "2.0.0"),
      inspectCall(podman, { [NODE]: NODE_IMAGE, [BASE]: NEW }),
      START,
      inspectCall(podman, { [BASE]: NEW }),
    );
    t.equal(await main(["upgrade", "--rebuild"], world.host), 0);
    isAt(t, world, "2.0.0");
    t.match(await history(world), [
      { id: 1, images: [{ tag: BASE, before: idOf("1"), after: idOf("2") }] },
    ]);

    podman.expect(
      inspectCall(podman, { [BASE]: NEW, [idOf("1")]: KEPT }),
      { argv: ["tag", idOf("1"), BASE] },
      { argv: ["image", "rm", idOf("2")] },
    );
    t.equal(await main(["upgrade", "--undo"], world.host), 0);
    isAt(t, world, "1.0.0");
    t.match(world.answered(), `${BASE}: the image of before\n`);
  },
);

const GONE: readonly [name: string, tagged: FakeImage | undefined, kept: FakeImage | undefined][] =
  [
    ["the image of before was removed", NEW, undefined],
    ["the tag names another image by now", baseImage("3"), KEPT],
    ["the tag was removed", undefined, KEPT],
  ];
for (const [name, tagged, kept] of GONE) {
  tap.test(
    `--undo where ${name}: pins and lock go back, the images stay as they are`,
    async (t) => {
      const world = await upgradeWorld(t);
      await rebuilt(world);
      world.podman.expect(inspectCall(world.podman, { [BASE]: tagged, [idOf("1")]: kept }));
      t.equal(await main(["upgrade", "--undo"], world.host), 0);
      isAt(t, world, "1.0.0");
      t.notMatch(world.answered(), /the image of before/);
    },
  );
}

const NEXT: readonly [name: string, names: readonly string[], removed: readonly FakeCall[]][] = [
  ["is removed by the next one", [], [{ argv: ["image", "rm", idOf("1")] }]],
  ["stays where it was given a name", ["localhost/mine:latest"], []],
];
for (const [name, names, removed] of NEXT) {
  tap.test(`the image that an upgrade kept ${name}`, async (t) => {
    const world = await upgradeWorld(t);
    await rebuilt(world);
    world.write("shipped/base/Containerfile", containerfileOf("1.0.0"));
    const { podman } = world;
    const stale = { ...NEW, labels: { "paddock.stamp": "other" } };
    podman.expect(
      ...before(world, stale).slice(1),
      build(world, "2.0.0"),
      inspectCall(podman, { [NODE]: NODE_IMAGE, [BASE]: baseImage("3") }),
      START,
      inspectCall(podman, { [BASE]: baseImage("3") }),
      inspectCall(podman, { [idOf("1")]: { ...KEPT, names } }),
      ...removed,
    );
    t.equal(await main(["upgrade", "--rebuild"], world.host), 0);
  });
}

tap.test("an agent that does not start: pins, lock and image are as before", async (t) => {
  const world = await upgradeWorld(t);
  const { podman } = world;
  podman.expect(
    ...before(world, OLD),
    build(world, "2.0.0"),
    inspectCall(podman, { [NODE]: NODE_IMAGE, [BASE]: NEW }),
    { ...START, status: 127, stderr: "agent: no such file\n" },
    inspectCall(podman, { [BASE]: NEW }),
    inspectCall(podman, { [BASE]: NEW, [idOf("1")]: KEPT }),
    { argv: ["tag", idOf("1"), BASE] },
    { argv: ["image", "rm", idOf("2")] },
  );
  t.equal(await main(["upgrade", "--rebuild"], world.host), 1);
  isAt(t, world, "1.0.0");
  t.match(
    world.said(),
    /agent does not start in the new image \(status 127\): agent: no such file/,
  );
  t.match(world.answered(), /taken back: agent-cli: 1\.0\.0 to 2\.0\.0/);
  t.match(await history(world), [{ id: 1, ended: "rolled-back", images: [] }]);
});

tap.test(
  "a build that fails: pins and lock are as before, and the image never changed",
  async (t) => {
    const world = await upgradeWorld(t);
    const { podman } = world;
    podman.expect(
      ...before(world, OLD),
      { ...build(world, "2.0.0"), status: 3 },
      inspectCall(podman, { [BASE]: OLD }),
    );
    t.equal(await main(["upgrade", "--rebuild"], world.host), 1);
    isAt(t, world, "1.0.0");
    t.match(world.said(), /The build of profile base failed/);
    t.match(await history(world), [{ ended: "rolled-back" }]);
  },
);

tap.test("Ctrl-C in the middle of the build: pins, lock and image are as before", async (t) => {
  const world = await upgradeWorld(t);
  const { podman } = world;
  podman.expect(
    ...before(world, OLD),
    { ...build(world, "2.0.0"), waitFor: `${world.root}/never` },
    inspectCall(podman, { [BASE]: OLD }),
  );
  const listeners = process.listenerCount("SIGINT");
  const ended = main(["upgrade", "--rebuild"], world.host);
  // The build is the sixth call.
  while (!existsSync(`${world.root}/bin/call-5/argv`)) await delay(20);
  await delay(100);
  isAt(t, world, "2.0.0");
  process.kill(process.pid, "SIGINT");
  t.equal(await ended, 130);
  isAt(t, world, "1.0.0");
  t.match(await history(world), [{ ended: "rolled-back" }]);
  t.equal(process.listenerCount("SIGINT"), listeners, "nothing listens any more");
});

tap.test("--undo --rebuild builds the image of before", async (t) => {
  const world = await upgradeWorld(t);
  const { podman } = world;
  await main(["upgrade"], world.host);
  podman.expect(
    ...before(world, undefined),
    build(world, "1.0.0"),
    inspectCall(podman, { [NODE]: NODE_IMAGE, [BASE]: NEW }),
    START,
    inspectCall(podman, { [BASE]: NEW }),
  );
  t.equal(await main(["upgrade", "--undo", "--rebuild"], world.host), 0);
  isAt(t, world, "1.0.0");
});

tap.test("nothing to upgrade is nothing to build", async (t) => {
  const world = await upgradeWorld(t, {
    files: { "shipped/base/Containerfile": containerfileOf("2.0.0") },
  });
  world.podman.expect(VERSION_CALL);
  t.equal(await main(["upgrade", "--rebuild"], world.host), 0);
  t.equal(world.said(), "");
});

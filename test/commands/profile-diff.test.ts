import t from "tap";
import { main } from "../../lib/cli.ts";
import { showProfileDiff } from "../../lib/commands/profile-diff.ts";
import { initProfile } from "../../lib/profile/init-profile.ts";
import { testWorld } from "../host-for-tests.ts";
import type { World, WorldOptions } from "../host-for-tests.ts";
import type { Test } from "tap";
import { PROFILES } from "../profiles-for-tests.ts";

const SHIPPED = "shipped/default/Containerfile";

function copied(t: Test, options: WorldOptions = {}): World {
  const world = testWorld(t, { files: PROFILES, ...options });
  initProfile(world.host, "mine", "default");
  return world;
}

t.test("unchanged: no diff, and it is said", async (t) => {
  const world = copied(t);
  t.equal(showProfileDiff(world.host, "mine", false), 0);
  t.equal(world.answered(), "");
  t.match(world.said(), /^The shipped profile default has not changed since mine was copied/);
});

t.test("changed: the diff of the shipped one, and how to take it over", async (t) => {
  const world = copied(t);
  world.write(SHIPPED, `${PROFILES[SHIPPED]}USER ai\r\n`);
  t.equal(showProfileDiff(world.host, "mine", false), 0);
  t.match(world.answered(), /^--- a\/Containerfile\n\+\+\+ b\/Containerfile\n[^]*\n\+USER ai\r\n$/);
  t.match(world.said(), "paddock profiles --diff mine | patch -p1 -d ");
  t.equal(showProfileDiff(world.host, "mine", true), 0);
  const json = JSON.parse(world.answered());
  t.match(json, {
    name: "mine",
    copiedFrom: {
      profile: "default",
      version: "1.2.3",
      state: "changed",
      changedFiles: ["Containerfile"],
    },
    diff: /\n\+USER ai\r\n$/,
  });
});

t.test("on a terminal what it would act on is made visible", async (t) => {
  const world = copied(t, { interactive: true });
  world.write(SHIPPED, `${PROFILES[SHIPPED]}# \u001B[2J\n`);
  showProfileDiff(world.host, "mine", false);
  t.match(world.answered(), "+# \\x1b[2J\n");
});

t.test("latest is what backs default", async (t) => {
  const world = testWorld(t, { files: PROFILES });
  initProfile(world.host, "latest", "default");
  showProfileDiff(world.host, "default", false);
  t.match(world.said(), "The shipped profile default has not changed since default");
});

t.test("gone", async (t) => {
  const world = copied(t);
  world.host.files.removeTree(`${world.root}/shipped/default`);
  t.equal(showProfileDiff(world.host, "mine", false), 0);
  t.equal(world.said(), "There is no shipped profile default any more.\n");
});

t.test("--taken: nothing is said of it until the shipped one changes again", async (t) => {
  const world = copied(t);
  const said = (words: readonly string[]): Promise<string> =>
    main(["profiles", "--diff", "mine", ...words], world.host).then((status) => {
      t.equal(status, 0);
      return world.said();
    });
  world.write(SHIPPED, `${PROFILES[SHIPPED]}USER ai\n`);
  t.match(await said([]), "paddock profiles --diff mine --taken\n");
  t.match(await said(["--taken"]), /^The profile mine now counts as a copy of the shipped default/);
  t.match(await said([]), /default has not changed since mine was copied/);
  world.write(SHIPPED, `${PROFILES[SHIPPED]}USER root\n`);
  t.match(await said([]), / changed since mine was copied/);
  t.match(world.answered(), /\n-USER ai\n\+USER root\n/, "compared with what was taken over");
});

t.test("--taken alone, and of a profile that is gone, is refused", async (t) => {
  const world = copied(t);
  t.equal(await main(["profiles", "--taken"], world.host), 2);
  t.match(world.said(), "paddock profiles --diff NAME --taken");
  world.host.files.removeTree(`${world.root}/shipped/default`);
  t.equal(await main(["profiles", "--diff", "mine", "--taken"], world.host), 2);
});

t.test("what is no copy", async (t) => {
  const world = copied(t);
  initProfile(world.host, "new");
  for (const [name, code] of [
    ["new", "usage"],
    ["default", "usage"],
    ["nothing", "profile-unknown"],
  ] as const) {
    t.throws(() => showProfileDiff(world.host, name, false), { code }, name);
  }
});

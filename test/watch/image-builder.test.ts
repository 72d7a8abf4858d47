import tap from "tap";
import { imageBuilder } from "../../lib/watch/image-builder.ts";
import { testWorld } from "../host-for-tests.ts";
import type { World } from "../host-for-tests.ts";
import { BY_HAND, lookCall, NODE_IMAGE, PROFILES } from "../profiles-for-tests.ts";
import type { Look } from "../../lib/watch/builder.ts";

const TEXT = PROFILES["shipped/base/Containerfile"];

function nothing(): never {
  throw new Error("nothing is to be built");
}

function look(world: World): Promise<Look> {
  const options = { podman: world.podman.path, showBuild: nothing };
  return imageBuilder(world.host, options).look("default");
}

async function keyOf(world: World): Promise<string> {
  const seen = await look(world);
  return seen.state === "missing" ? seen.key : seen.state;
}

tap.test("fresh images", async (t) => {
  const world = testWorld(t, { files: PROFILES });
  world.podman.expect(lookCall(world.podman, BY_HAND));
  t.same(await look(world), { state: "fresh" });
});

tap.test(
  "E08 the same content has the same key, whatever was touched; an edit has another",
  async (t) => {
    const world = testWorld(t, { files: PROFILES });
    // Podman is asked once: its own list of images stays as it is.
    world.podman.expect(lookCall(world.podman, { node: NODE_IMAGE }));
    const key = await keyOf(world);
    world.write("shipped/base/Containerfile", TEXT);
    t.equal(await keyOf(world), key);
    world.write("shipped/base/.Containerfile.swp", "vim");
    t.equal(await keyOf(world), key, "an editor's own file is no change");
    world.write("shipped/base/Containerfile", `${TEXT}USER x\n`);
    const edited = await keyOf(world);
    t.not(edited, key, "of the base too");
    world.write("shipped/default/more", "");
    t.not(await keyOf(world), edited);
  },
);

tap.test(
  "a base that is stale: the profile on it is to be built, though it is not itself missing",
  async (t) => {
    const world = testWorld(t, { files: PROFILES });
    world.podman.expect(lookCall(world.podman, { node: BY_HAND.node, default: BY_HAND.default }));
    t.match(await look(world), {
      state: "stale",
      key: /^\[\["localhost\/paddock-base:latest","[0-9a-f]{64}"\]/,
    });
  },
);

import tap from "tap";
import type { ImageFacts } from "../../../lib/host/podman/image-facts.ts";
import { removeFormer } from "../../../lib/image/build/former-images.ts";
import { idOf } from "../../fake-podman.ts";
import { testWorld } from "../../host-for-tests.ts";

function image(digit: string, ...names: readonly string[]): ImageFacts {
  return { id: idOf(digit), createdAt: "", labels: {}, environment: {}, names, list: undefined };
}

const after = new Map([
  ["low", image("1", "low")],
  ["high", image("2", "high")],
]);
const rows: readonly [
  name: string,
  before: Record<string, ImageFacts | undefined>,
  removed: readonly string[],
][] = [
  [
    "the highest first",
    { low: image("8", "low"), high: image("9", "high") },
    [idOf("9"), idOf("8")],
  ],
  ["none from before", { low: undefined, high: undefined }, []],
  ["the same image again", { low: image("1", "low"), high: image("9", "high") }, [idOf("9")]],
  [
    "one that bears another name is the person's to keep",
    { low: image("8", "low"), high: image("9", "high", "kept") },
    [idOf("8")],
  ],
  ["one that has no name any more", { low: image("8"), high: undefined }, [idOf("8")]],
];
for (const [name, before, removed] of rows) {
  tap.test(name, async (t) => {
    const world = testWorld(t);
    world.podman.expect(...removed.map((id) => ({ argv: ["image", "rm", id], status: 1 })));
    const replaced = { before: new Map(Object.entries(before)), after, built: ["low", "high"] };
    await removeFormer(world.host, world.podman.path, replaced);
    t.same(
      world.podman.calls(),
      removed.map((id) => ["image", "rm", id]),
    );
  });
}

tap.test("what was not built stays", async (t) => {
  const world = testWorld(t);
  const before = new Map([["low", image("8", "low")]]);
  await removeFormer(world.host, world.podman.path, { before, after, built: ["high"] });
  t.same(world.podman.calls(), []);
});

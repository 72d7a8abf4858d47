import tap from "tap";
import { profileChain } from "../../../lib/image/chain.ts";
import { pullBases } from "../../../lib/image/build/pull-bases.ts";
import { idOf } from "../../fake-podman.ts";
import { testWorld } from "../../host-for-tests.ts";
import { BASE, PROFILES } from "../../profiles-for-tests.ts";

const FACTS = {
  id: idOf("a"),
  createdAt: "",
  labels: {},
  environment: {},
  names: [],
  list: undefined,
};

const rows: readonly [
  name: string,
  from: string,
  there: boolean,
  anew: boolean,
  pulled: boolean,
][] = [
  ["missing", "docker.io/x:1", false, false, true],
  ["there", "docker.io/x:1", true, false, false],
  ["there, and asked for anew", "docker.io/x:1", true, true, true],
  ["C14 localhost/ names no registry", "localhost/x:1", false, false, false],
  ["C14 localhost/ not even anew", "localhost/x:1", true, true, false],
  ["scratch", "scratch", false, true, false],
];
for (const [name, from, there, anew, pulled] of rows) {
  tap.test(name, async (t) => {
    const world = testWorld(t, { files: { "shipped/other/Containerfile": `FROM ${from}\n` } });
    if (pulled) world.podman.expect({ argv: ["pull", "--quiet", from] });
    const chain = profileChain(world.host, "other", { buildArguments: () => ({}) });
    const images = new Map([[from, there ? FACTS : undefined]]);
    const events: unknown[] = [];
    const onEvent = (event: unknown): void => void events.push(event);
    const options = { podman: world.podman.path, anew, onEvent };
    t.equal(await pullBases(world.host, chain, images, options), pulled);
    t.same(events, pulled ? [{ event: "pull", image: from }] : []);
  });
}

tap.test("C14 Paddock's own images are never pulled", async (t) => {
  const world = testWorld(t, {
    files: { ...PROFILES, "shipped/base/Containerfile": "FROM scratch\n" },
  });
  const chain = profileChain(world.host, "default", { buildArguments: () => ({}) });
  const options = { podman: world.podman.path, anew: true, onEvent: () => {} };
  t.equal(await pullBases(world.host, chain, new Map([[BASE, undefined]]), options), false);
});

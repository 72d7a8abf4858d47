import { utimesSync, writeFileSync } from "node:fs";
import tap from "tap";
import { lookUpImages } from "../../../lib/host/podman/image-cache.ts";
import { idOf, inspectCall } from "../../fake-podman.ts";
import { NOW, testWorld } from "../../host-for-tests.ts";
import type { World } from "../../host-for-tests.ts";

const A = "localhost/a:latest";
const B = "localhost/b:latest";
const IMAGE = { id: idOf("a") };

async function ids(world: World, ...names: string[]): Promise<(string | undefined)[]> {
  const images = await lookUpImages(world.host, world.podman.path, names);
  return names.map((name) => images.get(name)?.id);
}

tap.test("asked once, absent ones too, until the list changes", async (t) => {
  const world = testWorld(t);
  const call = inspectCall(world.podman, { [A]: IMAGE, [B]: undefined });
  world.podman.expect(call);
  for (const _ of [1, 2, 3]) t.same(await ids(world, A, B), [idOf("a"), undefined]);
  t.same(await ids(world, B), [undefined], "a part of what was asked");
  writeFileSync(world.podman.imageList, "[]");
  utimesSync(world.podman.imageList, new Date(0), new Date(0));
  world.podman.expect(call);
  t.same(
    await ids(world, A, B),
    [idOf("a"), undefined],
    "even with the same text and the same time",
  );
});

tap.test("what is new is asked, and added to what is known", async (t) => {
  const world = testWorld(t);
  world.podman.expect(
    inspectCall(world.podman, { [A]: IMAGE }),
    inspectCall(world.podman, { [A]: IMAGE, [B]: IMAGE }),
  );
  await ids(world, A);
  await ids(world, A, B);
  await ids(world, A);
  await ids(world, B);
  t.equal(world.podman.calls().length, 2);
});

const forgotten: readonly [name: string, change: (world: World) => World["host"]][] = [
  [
    "another storage",
    ({ host }) => ({
      ...host,
      settings: { ...host.settings, storageVariables: { HOME: "/other" } },
    }),
  ],
  ["another user", ({ host }) => ({ ...host, settings: { ...host.settings, uid: 1001 } })],
  [
    "a list that is gone",
    ({ host, podman }) => ({
      ...host,
      files: {
        ...host.files,
        facts: (path) => (path === podman.imageList ? undefined : host.files.facts(path)),
      },
    }),
  ],
];
for (const [name, change] of forgotten) {
  tap.test(`asked again: ${name}`, async (t) => {
    const world = testWorld(t);
    const call = inspectCall(world.podman, { [A]: IMAGE });
    world.podman.expect(call, call);
    await ids(world, A);
    await lookUpImages(change(world), world.podman.path, [A]);
    t.equal(world.podman.calls().length, 2);
  });
}

tap.test("not remembered: a list that changed while Podman was asked", async (t) => {
  const world = testWorld(t);
  const call = inspectCall(world.podman, { [A]: IMAGE });
  world.podman.expect(call, call);
  utimesSync(world.podman.imageList, new Date(NOW), new Date(NOW));
  await ids(world, A);
  await ids(world, A);
  t.equal(world.podman.calls().length, 2);
});

tap.test("not remembered: a list of a store that is not the person's to write", async (t) => {
  const world = testWorld(t, {
    wrapFiles: (files) => ({
      ...files,
      may: (path, access) => access !== "write" && files.may(path, access),
    }),
  });
  const call = inspectCall(world.podman, { [A]: IMAGE });
  world.podman.expect(call, call);
  await ids(world, A);
  await ids(world, A);
  t.equal(world.podman.calls().length, 2);
});

tap.test("not remembered: images of which none tells where the list is", async (t) => {
  const world = testWorld(t);
  const call = inspectCall(world.podman, { [A]: undefined });
  world.podman.expect(call, call);
  await ids(world, A);
  await ids(world, A);
  t.equal(world.podman.calls().length, 2);
});

for (const text of [
  "",
  "{",
  "null",
  '{"key":1}',
  '{"key":"x","list":"/x","version":"1","images":{"a":{}}}',
]) {
  tap.test(`a damaged cache is none: ${text}`, async (t) => {
    const world = testWorld(t, { files: { "home/.cache/paddock/images.json": text } });
    world.podman.expect(inspectCall(world.podman, { [A]: IMAGE }));
    t.same(await ids(world, A), [idOf("a")]);
  });
}

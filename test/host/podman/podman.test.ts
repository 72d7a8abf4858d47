import tap from "tap";
import { findPodman, inspectImages } from "../../../lib/host/podman/podman.ts";
import { idOf, inspectCall } from "../../fake-podman.ts";
import type { FakeCall } from "../../fake-podman.ts";
import { testWorld } from "../../host-for-tests.ts";
import type { World } from "../../host-for-tests.ts";

const A = "localhost/a:latest";
const B = "docker.io/library/b:1";
const [IMAGE_A, IMAGE_B] = [{ id: idOf("a") }, { id: idOf("b") }];

const answers: readonly [
  name: string,
  call: (world: World) => FakeCall,
  ids: readonly (string | undefined)[],
][] = [
  [
    "both there",
    (world) => inspectCall(world.podman, { [A]: IMAGE_A, [B]: IMAGE_B }),
    [idOf("a"), idOf("b")],
  ],
  [
    "the first missing",
    (world) => inspectCall(world.podman, { [A]: undefined, [B]: IMAGE_B }),
    [undefined, idOf("b")],
  ],
  [
    "the second missing",
    (world) => inspectCall(world.podman, { [A]: IMAGE_A, [B]: undefined }),
    [idOf("a"), undefined],
  ],
  [
    "both missing",
    (world) => inspectCall(world.podman, { [A]: undefined, [B]: undefined }),
    [undefined, undefined],
  ],
  [
    "two names of one image",
    (world) => inspectCall(world.podman, { [A]: IMAGE_A, [B]: IMAGE_A }),
    [idOf("a"), idOf("a")],
  ],
  [
    "F17 warnings are no failure",
    (world) => ({
      ...inspectCall(world.podman, { [A]: IMAGE_A, [B]: IMAGE_B }),
      stderr:
        'time="2026-11-29T21:18:23Z" level=warning msg="The cgroupv2 manager is set to systemd"\nWARN[0000] something\n',
    }),
    [idOf("a"), idOf("b")],
  ],
  [
    "F17 warnings beside an absent image",
    (world) => {
      const call = inspectCall(world.podman, { [A]: undefined, [B]: IMAGE_B });
      return { ...call, stderr: `WARN[0000] something\n${call.stderr ?? ""}` };
    },
    [undefined, idOf("b")],
  ],
];
for (const [name, call, ids] of answers) {
  tap.test(name, async (t) => {
    const world = testWorld(t);
    world.podman.expect(call(world));
    const images = await inspectImages(world.host, world.podman.path, [A, B]);
    t.same([...images.keys()], [A, B]);
    t.same(
      [...images.values()].map((image) => image?.id),
      ids,
    );
  });
}

const failures: readonly [name: string, answer: Partial<FakeCall>, said: RegExp][] = [
  [
    "F17 no access",
    { stdout: "[]\n", stderr: "Error: permission denied\n", status: 125 },
    /\(status 125\): Error: permission denied$/,
  ],
  [
    "one absent and one failure",
    {
      stdout: "[]\n",
      stderr: `${A}: image not known\nError: ${B}: layer not known\n`,
      status: 125,
    },
    /layer not known/,
  ],
  ["a failure that says nothing", { stdout: "[]\n", status: 1 }, /\(status 1\): no reason given$/],
  ["killed", { stdout: "", signal: "SIGKILL" }, /\(status 137\)/],
  ["no JSON", { stdout: "hello\n", status: 0 }, /could not say/],
  ["fewer images than asked for", { stdout: "[]\n", status: 0 }, /other images/],
];
for (const [name, answer, message] of failures) {
  tap.test(name, async (t) => {
    const world = testWorld(t);
    world.podman.expect({ argv: ["image", "inspect", A, B], ...answer });
    await t.rejects(inspectImages(world.host, world.podman.path, [A, B]), {
      code: "failed",
      message,
    });
  });
}

tap.test("podman is the first executable file in PATH", (t) => {
  const world = testWorld(t, {
    files: { "one/podman/": "", "two/podman": "" },
    environment: { PADDOCK_PODMAN: "" },
  });
  world.write("three/podman", "", 0o755);
  world.write("four/podman", "", 0o755);
  const searchPath = ["none", "one", "three", "four"].map((folder) => `${world.root}/${folder}`);
  const settings = { ...world.host.settings, searchPath };
  t.equal(findPodman({ ...world.host, settings }), `${world.root}/three/podman`);
  t.equal(
    findPodman({
      ...world.host,
      settings: { ...settings, podmanVariable: `${world.root}/four/podman` },
    }),
    `${world.root}/four/podman`,
  );
  t.throws(() => findPodman({ ...world.host, settings: { ...settings, searchPath: [] } }), {
    code: "podman-missing",
  });
  t.end();
});

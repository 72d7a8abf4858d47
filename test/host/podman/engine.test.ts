import tap from "tap";
import { versionText } from "../../../lib/host/podman/engine.ts";
import { VERSION_CALL } from "../../fake-podman.ts";
import { testWorld } from "../../host-for-tests.ts";

tap.test("asked once, until the binary is another file", async (t) => {
  const world = testWorld(t);
  const program = `${world.root}/bin/tool`;
  const script = (version: string): void =>
    world.write("bin/tool", `#!/bin/sh\necho tool ${version}\n`, 0o755);
  script("1.0");
  t.equal(await versionText(world.host, program), "tool 1.0\n");
  const silent = {
    ...world.host,
    processes: { ...world.host.processes, run: () => Promise.reject(new Error("asked again")) },
  };
  t.equal(await versionText(silent, program), "tool 1.0\n");
  script("2.0");
  t.equal(await versionText(world.host, program), "tool 2.0\n");
});

tap.test("two programs are two entries", async (t) => {
  const world = testWorld(t);
  world.podman.expect(VERSION_CALL);
  world.write("bin/tool", "#!/bin/sh\necho tool\n", 0o755);
  await versionText(world.host, world.podman.path);
  await versionText(world.host, `${world.root}/bin/tool`);
  t.equal(await versionText(world.host, world.podman.path), "podman version 5.4.2\n");
});

tap.test("one that does not start, now and the next time", async (t) => {
  const world = testWorld(t);
  world.write("bin/tool", "#!/bin/sh\necho broken >&2\nexit 3\n", 0o755);
  for (const _ of [1, 2]) {
    await t.rejects(versionText(world.host, `${world.root}/bin/tool`), {
      code: "host-unready",
      message: `${world.root}/bin/tool does not start (status 3): broken`,
    });
  }
});

for (const text of ["", "[]", "{", '{"x":1}']) {
  tap.test(`a damaged cache is none: ${text}`, async (t) => {
    const world = testWorld(t, { files: { "home/.cache/paddock/versions.json": text } });
    world.podman.expect(VERSION_CALL);
    t.equal(await versionText(world.host, world.podman.path), "podman version 5.4.2\n");
  });
}

import tap from "tap";
import { main } from "../../../lib/cli.ts";
import { PaddockError } from "../../../lib/errors.ts";
import { requireEngine } from "../../../lib/launch/machine/engine-checks.ts";
import { VERSION_CALL } from "../../fake-podman.ts";
import type { FakeCall } from "../../fake-podman.ts";
import { testWorld } from "../../host-for-tests.ts";
import type { WorldOptions } from "../../host-for-tests.ts";
import { PROFILES } from "../../profiles-for-tests.ts";

tap.test("a machine that is ready: one podman --version for each binary, no more", async (t) => {
  const world = testWorld(t);
  world.podman.expect(VERSION_CALL);
  t.equal(await requireEngine(world.host), world.podman.path);
  t.equal(await requireEngine(world.host), world.podman.path);
  t.same(world.podman.calls(), [["--version"]]);
});

const versions: readonly [answer: Partial<FakeCall>, code: string | undefined][] = [
  [{ stdout: "podman version 5.1.0\n" }, undefined],
  [{ stdout: "podman version 5.10.2\n" }, undefined],
  [{ stdout: "podman version 6.0.0-dev\n" }, undefined],
  [{ stdout: "podman version 5.0.3\n" }, "podman-too-old"],
  [{ stdout: "podman version 4.9.4\n" }, "podman-too-old"],
  [{ stdout: "podman version 3.4.4\n" }, "podman-too-old"],
  [{ stdout: "Docker version 27.0.0, build abc\n" }, "podman-too-old"],
  [{ stdout: "podman version 5.4.2\n", status: 1 }, "host-unready"],
];
for (const [answer, code] of versions) {
  tap.test(`C07 ${answer.stdout ?? ""} status ${answer.status ?? 0}`, async (t) => {
    const world = testWorld(t);
    world.podman.expect({ ...VERSION_CALL, ...answer });
    if (code === undefined) t.equal(await requireEngine(world.host), world.podman.path);
    else await t.rejects(requireEngine(world.host), { code });
  });
}

const unready: readonly [
  name: string,
  options: WorldOptions,
  code: string,
  message: RegExp,
  asked?: boolean,
][] = [
  ["root", { uid: 0 }, "host-unready", /root/],
  ["another system", { platform: "darwin" }, "host-unready", /Linux only, not on darwin/],
  ["C13 another system, even as root", { platform: "win32", uid: 0 }, "host-unready", /Linux only/],
  [
    "no podman in PATH",
    { environment: { PADDOCK_PODMAN: "nothing" } },
    "podman-missing",
    /not found/,
  ],
  [
    "PADDOCK_PODMAN that is not there",
    { environment: { PADDOCK_PODMAN: "/nowhere/podman" } },
    "podman-missing",
    /PADDOCK_PODMAN=\/nowhere\/podman/,
  ],
  [
    "F18 a relative PADDOCK_PODMAN",
    { environment: { PADDOCK_PODMAN: "./podman" } },
    "podman-missing",
    /relative/,
  ],
  [
    "C26 XDG_RUNTIME_DIR that is not there",
    { environment: { XDG_RUNTIME_DIR: "/nowhere" } },
    "host-unready",
    /XDG_RUNTIME_DIR is \/nowhere, which does not exist/,
    true,
  ],
  [
    "C25 a tiny range of subordinate ids",
    { files: { "machine/etc/subuid": "ann:100000:1\n" } },
    "host-unready",
    /subuid gives ann only 1/,
    true,
  ],
  [
    "C25 an empty subgid",
    { files: { "machine/etc/subgid": "" } },
    "host-unready",
    /subgid gives ann no/,
    true,
  ],
];
for (const [name, options, code, message, asked] of unready) {
  tap.test(name, async (t) => {
    const world = testWorld(t, options);
    if (asked === true) world.podman.expect(VERSION_CALL);
    await t.rejects(requireEngine(world.host), { code, message });
  });
}

tap.test("F18 a PADDOCK_PODMAN that an agent can write", async (t) => {
  const { host, home } = testWorld(t);
  for (const folder of [`${home}/project`, `${home}/.local/share/paddock/homes/default`]) {
    const settings = { ...host.settings, podmanVariable: `${folder}/podman` };
    await t.rejects(requireEngine({ ...host, settings }), {
      code: "podman-missing",
      message: /lies where an agent can write/,
    });
  }
});

tap.test("C06 a home that is /", async (t) => {
  const world = testWorld(t);
  const host = { ...world.host, settings: { ...world.host.settings, home: "/" } };
  await t.rejects(requireEngine(host), {
    code: "host-unready",
    message: "Your home directory is /.",
  });
});

tap.test("C26 XDG_RUNTIME_DIR of another user", async (t) => {
  const world = testWorld(t, {
    environment: { XDG_RUNTIME_DIR: "/run/user/1001" },
    wrapFiles: (files) => ({
      ...files,
      facts: (path) =>
        path === "/run/user/1001"
          ? {
              kind: "directory",
              mode: 0o700,
              size: 0,
              uid: 1001,
              modifiedAt: new Date(0),
              version: "1",
            }
          : files.facts(path),
    }),
  });
  world.podman.expect(VERSION_CALL);
  await t.rejects(requireEngine(world.host), {
    code: "host-unready",
    message: "XDG_RUNTIME_DIR is /run/user/1001, which belongs to the user 1001, and you are 1000.",
    fix: /loginctl enable-linger/,
  });
});

tap.test("C26 an XDG_RUNTIME_DIR that others can write to", async (t) => {
  for (const mode of [0o777, 0o770, 0o1777]) {
    const world = testWorld(t, {
      environment: { XDG_RUNTIME_DIR: "/run/user/1000" },
      wrapFiles: (files) => ({
        ...files,
        facts: (path) =>
          path === "/run/user/1000"
            ? {
                kind: "directory",
                mode,
                size: 0,
                uid: 1000,
                modifiedAt: new Date(0),
                version: "1",
              }
            : files.facts(path),
      }),
    });
    world.podman.expect(VERSION_CALL);
    await t.rejects(requireEngine(world.host), {
      code: "host-unready",
      message: "XDG_RUNTIME_DIR is /run/user/1000, to which others can write.",
      fix: /chmod 700/,
    });
  }
});

tap.test("C26 an XDG_RUNTIME_DIR of one's own", async (t) => {
  const world = testWorld(t, {
    environment: { XDG_RUNTIME_DIR: "/run/user/1000" },
    wrapFiles: (files) => ({
      ...files,
      facts: (path) =>
        path === "/run/user/1000"
          ? {
              kind: "directory",
              mode: 0o700,
              size: 0,
              uid: 1000,
              modifiedAt: new Date(0),
              version: "1",
            }
          : files.facts(path),
    }),
  });
  world.podman.expect(VERSION_CALL);
  t.equal(await requireEngine(world.host), world.podman.path);
});

const statuses: readonly [
  name: string,
  options: WorldOptions,
  version: string | undefined,
  build: number,
][] = [
  ["podman missing", { environment: { PADDOCK_PODMAN: "/nowhere/podman" } }, undefined, 4],
  ["podman too old", {}, "podman version 4.9.4\n", 4],
  ["root", { uid: 0 }, undefined, 1],
];
for (const [name, options, version, build] of statuses) {
  tap.test(`${name}: build ends ${build}, run 125, and the error is two lines`, async (t) => {
    const world = testWorld(t, { ...options, files: PROFILES });
    const call = { argv: ["--version"], stdout: version ?? "" };
    if (version !== undefined) world.podman.expect(call);
    t.equal(await main(["build"], world.host), build);
    t.match(world.said(), /^paddock: .+\n {2}.+\n$/);
    t.equal(await main(["rebuild"], world.host), build);
    t.equal(await main(["run"], world.host), 125);
    t.ok(world.podman.calls().length <= 1, "asked at most once");
  });
}

tap.test("the error says what to do", async (t) => {
  const world = testWorld(t, { environment: { PADDOCK_PODMAN: "nothing" } });
  const error = await requireEngine(world.host).catch((caught: unknown) => caught);
  if (!(error instanceof PaddockError)) throw error;
  t.equal(error.fix, "Install Podman 5.1 or later, or name its binary with PADDOCK_PODMAN.");
  t.equal(error.status, 4);
});

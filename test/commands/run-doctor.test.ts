import { hostname } from "node:os";
import tap from "tap";
import { main } from "../../lib/cli.ts";
import { VERSION_CALL } from "../fake-podman.ts";
import { testWorld } from "../host-for-tests.ts";
import type { World, WorldOptions } from "../host-for-tests.ts";
import { BASE, DEFAULT, PROFILES } from "../profiles-for-tests.ts";

const LABEL = `podman run --runtime crun --pids-limit 9 --cap-drop ALL --network none ${DEFAULT}`;
const INFO = {
  host: {
    ociRuntime: { name: "crun" },
    rootlessNetworkCmd: "pasta",
    security: { rootless: true, seccompEnabled: true },
    pasta: { executable: "/usr/bin/pasta", version: "pasta 2025_05_03.587980c" },
  },
  store: { graphRoot: "/nowhere/storage", graphDriverName: "overlay" },
};
const INFO_CALL = { argv: ["info", "--format", "json"], stdout: JSON.stringify(INFO) };

/** A machine with a crun that answers for itself. */
function machine(
  t: Parameters<typeof testWorld>[0],
  files: Readonly<Record<string, string>> = {},
  label = LABEL,
  options: WorldOptions = {},
): World {
  const world = testWorld(t, {
    columns: 80,
    ...options,
    files: {
      ...PROFILES,
      "shipped/default/Containerfile": `FROM ${BASE}\nLABEL run="${label}"\n`,
      ...files,
    },
  });
  world.write("bin/crun", "#!/bin/sh\nprintf 'crun version 1.29\\n+CAP +SECCOMP\\n'\n", 0o755);
  world.podman.expect(INFO_CALL, VERSION_CALL);
  return world;
}

const NOTHING_DELEGATED = {
  "machine/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/cgroup.controllers": "\n",
};

tap.test("a machine that keeps every promise ends 0, and nothing goes to stderr", async (t) => {
  const world = machine(t);
  t.equal(await main(["doctor"], world.host), 0);
  const text = world.answered();
  t.match(text, /^Podman {12}ok {9}5\.4\.2, storage overlay$/m);
  t.match(text, /^Promises of default, under crun: (\d+) of \1 kept by this machine$/m);
  t.match(text, /^npm registry {6}not asked/m);
  t.equal(world.said(), "");
});

tap.test("C29 it may be asked from any directory, also one that is no workspace", async (t) => {
  const label = LABEL.replace("podman run", "podman run -v '\\$PWD:/work'");
  const world = machine(t, {}, label, { cwd: "home" });
  t.equal(await main(["doctor"], world.host), 0, world.answered());
});

tap.test("C27 one that keeps all but one ends 1", async (t) => {
  const world = machine(t, NOTHING_DELEGATED);
  t.equal(await main(["doctor", "default"], world.host), 1);
  t.match(world.answered(), /^NOT KEPT by cgroups v2 \(systemd\): /m);
});

tap.test("--json: the same rows", async (t) => {
  const world = machine(t, NOTHING_DELEGATED);
  t.equal(await main(["doctor", "--json"], world.host), 1);
  const answer = JSON.parse(world.answered()) as {
    readonly kept: boolean;
    readonly components: readonly { readonly component: string; readonly state: string }[];
    readonly promises: readonly { readonly control: string; readonly state: string }[];
  };
  t.equal(answer.kept, false);
  t.match(
    answer.components.find(({ component }) => component === "crun"),
    { state: "ok", found: /^1\.29, / },
  );
  t.same(
    answer.promises.filter(({ state }) => state !== "kept").map(({ control }) => control),
    ["processes"],
  );
});

tap.test("--report: neither the user, the home, the host nor the folder", async (t) => {
  const environment = { XDG_RUNTIME_DIR: `/nowhere/ann/${hostname()}` };
  const world = machine(t, {}, LABEL, { environment });
  t.equal(await main(["doctor", "--report"], world.host), 1);
  const text = world.answered();
  t.match(text, /^Paddock 1\.2\.3, profile default, runtime crun$/m);
  t.match(text, "/nowhere/USER/HOST, which is not there");
  t.notMatch(text, world.home);
});

tap.test("--runtime judges another runtime than the label's", async (t) => {
  const world = machine(t);
  t.equal(await main(["doctor", "--runtime", "krun"], world.host), 1);
  t.match(
    world.answered(),
    /^NOT KEPT by Paddock, which refuses to start: The label asks for krun,/m,
  );
});

tap.test("a launch that the rules refuse does not start", async (t) => {
  const world = machine(t, {}, `podman run --runtime crun --privileged ${DEFAULT}`);
  t.equal(await main(["doctor"], world.host), 1);
  t.match(
    world.answered(),
    /^NOT KEPT by Paddock, which refuses to start: --privileged takes every wall/m,
  );
});

tap.test("a label that cannot be read is said beside the machine", async (t) => {
  const world = machine(t, {}, "podman ps");
  t.equal(await main(["doctor"], world.host), 1);
  const text = world.answered();
  t.match(text, /^Podman {12}ok/m);
  t.match(text, /^What default promises cannot be told:$/m);
});

tap.test("usage", async (t) => {
  const world = testWorld(t, { files: PROFILES });
  t.equal(await main(["doctor", "--json", "--report"], world.host), 2);
  t.match(world.said(), /--report is text/);
  t.equal(await main(["doctor", "../evil"], world.host), 2);
  t.match(world.said(), /is not a profile's name/);
});

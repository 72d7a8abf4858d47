import tap from "tap";
import type { Finished } from "../../../lib/host/process/processes.ts";
import { gatherMachine } from "../../../lib/host/machine/gather-machine.ts";
import { testWorld } from "../../host-for-tests.ts";
import type { World, WorldOptions } from "../../host-for-tests.ts";

const INFO = {
  host: { ociRuntime: { name: "crun" }, security: { rootless: true } },
  store: { graphRoot: "/nowhere/storage", graphDriverName: "overlay" },
};

/** A world whose programs answer as told; everything else fails to start. */
function machine(
  t: Parameters<typeof testWorld>[0],
  answers: Readonly<Record<string, string>>,
  options: WorldOptions = {},
): { readonly world: World; readonly asked: string[] } {
  const world = testWorld(t, options);
  const asked: string[] = [];
  const run = async (argv: readonly string[]): Promise<Finished> => {
    const words = argv.join(" ").replace(world.podman.path, "podman");
    asked.push(words);
    const stdout = answers[words];
    return stdout === undefined
      ? { status: 125, stdout: "", stderr: "first\nlast \u001B[1mline\n" }
      : { status: 0, stdout, stderr: "" };
  };
  const processes = { ...world.host.processes, run };
  return { world: { ...world, host: { ...world.host, processes } }, asked };
}

const ALL = {
  "podman info --format json": JSON.stringify(INFO),
  "podman --version": "podman version 5.4.2\n",
  "/usr/bin/crun --version": "crun version 1.21\n+SECCOMP\n",
};

tap.test("a machine that answers", async (t) => {
  const { world, asked } = machine(t, ALL, {
    environment: { XDG_RUNTIME_DIR: "/run/user/1000" },
    files: {
      "machine/etc/os-release": 'NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
      "machine/proc/sys/kernel/apparmor_restrict_unprivileged_userns": "1\n",
      "machine/dev/kvm": "",
    },
  });
  world.write("machine/usr/bin/crun", "", 0o755);
  world.write("bin/passt", "", 0o755);
  const facts = await gatherMachine(world.host, {});
  t.match(facts, {
    system: {
      platform: "linux",
      distribution: "Debian GNU/Linux 13 (trixie)",
      architecture: "x64",
    },
    user: { name: "ann", uid: 1000, home: world.home },
    paddock: "1.2.3",
    node: process.versions.node,
    kvm: "writable",
    podman: { known: true, value: "5.4.2" },
    engine: { known: true, value: { runtime: "crun", storage: "/nowhere/storage" } },
    crun: { known: true, value: { version: "1.21", features: ["SECCOMP"] } },
    krun: undefined,
    passt: `${world.root}/bin/passt`,
    cgroups: { kind: "v2", manager: "systemd" },
    subordinateIds: [{ count: 65_536 }, { count: 65_536 }],
    runtimeDirectory: { kind: "found", path: "/run/user/1000", uid: process.getuid?.() },
    userNamespacesRestricted: true,
    registry: undefined,
  });
  t.ok((facts.freeBytes ?? 0) > 0, "of the file system that the storage will lie on");
  t.same(asked.toSorted(), Object.keys(ALL).toSorted());
  await gatherMachine(world.host, {});
  t.equal(asked.length, 4, "versions are remembered, what Podman says of itself is not");
});

tap.test("a machine on which nothing answers: reasons, no guesses", async (t) => {
  const { world } = machine(t, {});
  world.write("machine/usr/bin/crun", "", 0o755);
  world.write("machine/dev/kvm", "", 0o644);
  const closed = {
    ...world.host,
    files: {
      ...world.host.files,
      may: (path: string, access: "read" | "write" | "execute") =>
        path !== "/dev/kvm" && world.host.files.may(path, access),
    },
  };
  t.match(await gatherMachine(closed, {}), {
    kvm: "closed",
    podman: { known: false, why: /does not start \(status 125\)/ },
    engine: {
      known: false,
      why: "`podman info` does not answer (status 125): last \\x1b[1mline",
    },
    crun: { known: false, why: /\/usr\/bin\/crun does not start/ },
    runtimeDirectory: { kind: "unset" },
  });
});

tap.test("a podman that does not say its version, and one that is not there", async (t) => {
  const odd = machine(t, { "podman --version": "Docker version 27\n" });
  t.match(await gatherMachine(odd.world.host, {}), {
    kvm: "absent",
    podman: { known: false, why: "This podman does not say its version." },
  });
  const { host } = testWorld(t, { environment: { PADDOCK_PODMAN: "/nowhere/podman" } });
  const gone = /^Podman was not found/;
  t.match(await gatherMachine(host, {}), {
    podman: { known: false, why: gone },
    engine: { known: false, why: gone },
  });
});

tap.test(
  "C26 an XDG_RUNTIME_DIR that is not there; no system but Linux has a release",
  async (t) => {
    const { world } = machine(t, ALL, {
      environment: { XDG_RUNTIME_DIR: "/nowhere" },
      platform: "darwin",
    });
    t.match(await gatherMachine(world.host, {}), {
      runtimeDirectory: { kind: "absent", path: "/nowhere" },
      system: { kernel: undefined, distribution: undefined },
    });
  },
);

async function reached(): Promise<{ known: true; value: "answers" }> {
  return { known: true, value: "answers" };
}

tap.test("the registry is asked only where that is wanted", async (t) => {
  const { world } = machine(t, ALL);
  t.match(await gatherMachine(world.host, { askRegistry: reached }), {
    registry: { known: true, value: "answers" },
  });
});

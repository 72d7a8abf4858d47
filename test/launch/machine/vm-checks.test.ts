import tap from "tap";
import { requireVm } from "../../../lib/launch/machine/vm-checks.ts";
import { testWorld } from "../../host-for-tests.ts";
import type { World, WorldOptions } from "../../host-for-tests.ts";

interface Machine extends WorldOptions {
  /** Where krun lies, and what it says of itself. */
  readonly krun?: string;
  readonly says?: string;
  readonly kvm?: "writable" | "readable" | "absent";
}

const LIBKRUN = "crun version 1.28\n+SYSTEMD +LIBKRUN +YAJL\n";

function machine(
  t: Parameters<typeof testWorld>[0],
  { krun, says = LIBKRUN, kvm = "writable", ...options }: Machine,
): { world: World; asked: string[][] } {
  const world = testWorld(t, {
    ...options,
    wrapFiles: (files) => ({
      ...files,
      may: (path, access) =>
        path === "/dev/kvm"
          ? kvm === "writable" || (kvm === "readable" && access === "read")
          : files.may(path, access),
    }),
  });
  if (krun !== undefined) world.write(krun, "", 0o755);
  if (kvm !== "absent") world.write("machine/dev/kvm", "");
  const asked: string[][] = [];
  const run = async (
    argv: readonly string[],
  ): Promise<{ status: number; stdout: string; stderr: string }> => {
    asked.push([...argv]);
    return { status: 0, stdout: says, stderr: "" };
  };
  return {
    world: { ...world, host: { ...world.host, processes: { ...world.host.processes, run } } },
    asked,
  };
}

tap.test("a machine that is ready, asked once", async (t) => {
  const { world, asked } = machine(t, { krun: "machine/usr/bin/krun" });
  await requireVm(world.host);
  await requireVm(world.host);
  t.same(asked, [["/usr/bin/krun", "--version"]]);
});

const places: readonly [
  name: string,
  krun: string,
  conf: Record<string, string>,
  found: (world: World) => string,
][] = [
  ["in PATH", "bin/krun", {}, (world) => `${world.root}/bin/krun`],
  [
    "where containers.conf of the machine says",
    "machine/usr/libexec/krun",
    {
      "machine/etc/containers/containers.conf":
        '[engine.runtimes]\nkrun = [\n  "/nowhere/krun",\n  "/usr/libexec/krun",\n]\n',
    },
    () => "/usr/libexec/krun",
  ],
  [
    "where the person's containers.conf says",
    "machine/usr/libexec/krun",
    { "home/.config/containers/containers.conf": 'krun = ["/usr/libexec/krun"]\n' },
    () => "/usr/libexec/krun",
  ],
];
for (const [name, krun, files, found] of places) {
  tap.test(`krun ${name}`, async (t) => {
    const { world, asked } = machine(t, { krun, files });
    await requireVm(world.host);
    t.same(asked, [[found(world), "--version"]]);
  });
}

const unready: readonly [name: string, options: Machine, message: string | RegExp, fix: RegExp][] =
  [
    ["no krun", {}, "The label asks for krun, which is not installed.", /crun-krun/],
    [
      "a krun that may not be started",
      { files: { "machine/usr/bin/krun": "" } },
      "The label asks for krun, which is not installed.",
      /crun-krun/,
    ],
    [
      "a crun without libkrun",
      { krun: "machine/usr/bin/krun", says: "crun version 1.21\n+SYSTEMD\n" },
      "/usr/bin/krun is a crun that was built without libkrun.",
      /libkrun/,
    ],
    [
      "no /dev/kvm",
      { krun: "machine/usr/bin/krun", kvm: "absent" },
      "This machine has no /dev/kvm.",
      /virtualization/,
    ],
    [
      "C31 /dev/kvm that may only be read",
      { krun: "machine/usr/bin/krun", kvm: "readable" },
      "You may not write to /dev/kvm.",
      /setfacl -m u:ann:rw \/dev\/kvm/,
    ],
  ];
for (const [name, options, message, fix] of unready) {
  tap.test(name, async (t) => {
    const { world } = machine(t, options);
    const expected = { code: "host-unready", message };
    await t.rejects(requireVm(world.host), { ...expected, fix });
    await t.rejects(requireVm(world.host), { ...expected, fix: /--runtime crun/ });
  });
}

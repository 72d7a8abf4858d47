import tap from "tap";
import { main } from "../lib/cli.ts";
import { VERSION_CALL } from "./fake-podman.ts";
import { testWorld } from "./host-for-tests.ts";
import { PROFILES } from "./profiles-for-tests.ts";

tap.test("--version and its short form", async (t) => {
  for (const flag of ["--version", "-V"]) {
    const world = testWorld(t);
    t.equal(await main([flag], world.host), 0);
    t.equal(world.answered(), "1.2.3\n");
    t.equal(world.said(), "");
  }
});

tap.test("--help goes to stdout and names every verb", async (t) => {
  for (const flag of ["--help", "-h"]) {
    const world = testWorld(t);
    t.equal(await main([flag], world.host), 0);
    const help = world.answered();
    t.equal(world.said(), "");
    for (const verb of [
      "build [profile]",
      "rebuild [profile]",
      "run [profile]",
      "profiles",
      "completion [shell]",
    ]) {
      t.ok(help.includes(`paddock ${verb}`), verb);
    }
  }
});

tap.test(
  "the help of run names its flags, and is asked for before the profile's name",
  async (t) => {
    const world = testWorld(t);
    t.equal(await main(["run", "--help"], world.host), 0);
    const help = world.answered();
    for (const flag of [
      "-w, --folder",
      "--label",
      "--runtime",
      "--build",
      "--runlabel",
      "--dry-run",
      "--json",
    ]) {
      t.ok(help.includes(flag), flag);
    }
    t.same(world.sessions, []);
  },
);

const usage: readonly [name: string, argv: readonly string[], status: number, said: string][] = [
  [
    "nothing",
    [],
    2,
    "paddock: No command was given.\n  See `paddock --help`, or `paddock COMMAND --help`.\n",
  ],
  [
    "an unknown command, with the one that was meant",
    ["biuld"],
    2,
    "paddock: Did you mean build?\n  See `paddock --help`, or `paddock COMMAND --help`.\n",
  ],
  [
    "an unknown command unlike any",
    ["xyzzyx"],
    2,
    "paddock: Unknown command: xyzzyx\n  See `paddock --help`, or `paddock COMMAND --help`.\n",
  ],
  [
    "an unknown flag",
    ["build", "--fast"],
    2,
    "paddock: Unknown argument: fast\n  See `paddock --help`, or `paddock COMMAND --help`.\n",
  ],
  [
    "a word too many",
    ["build", "default", "other"],
    2,
    "paddock: Unknown command: other\n  See `paddock --help`, or `paddock COMMAND --help`.\n",
  ],
  [
    "a flag without its value",
    ["build", "--ca"],
    2,
    "paddock: Not enough arguments following: ca\n  See `paddock --help`, or `paddock COMMAND --help`.\n",
  ],
  [
    "a flag of run without its value: a launch ends 125",
    ["run", "--label"],
    125,
    "paddock: Not enough arguments following: label\n  See `paddock --help`, or `paddock COMMAND --help`.\n",
  ],
];
for (const [name, argv, status, said] of usage) {
  tap.test(name, async (t) => {
    const world = testWorld(t, { files: PROFILES });
    t.equal(await main(argv, world.host), status);
    t.equal(world.said(), said);
    t.equal(world.answered(), "");
  });
}

tap.test(
  "a fault of Paddock itself is told apart, with status 1, and 125 in a launch",
  async (t) => {
    const world = testWorld(t, {
      files: PROFILES,
      wrapFiles: (files) => ({
        ...files,
        list: (): never => {
          throw new TypeError("boom");
        },
      }),
    });
    t.equal(await main(["profiles"], world.host), 1);
    t.match(world.said(), /^paddock: This is a fault of Paddock: TypeError: boom/);
    world.podman.expect(VERSION_CALL);
    t.equal(await main(["run", "nobody"], world.host), 125);
  },
);

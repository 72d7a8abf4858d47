import { existsSync, statSync } from "node:fs";
import tap from "tap";
import { main as paddock } from "../../lib/cli.ts";
import type { Host } from "../../lib/host/host.ts";
import type { Session } from "../../lib/host/process/session.ts";
import { idOf, inspectCall, VERSION_CALL } from "../fake-podman.ts";
import { testWorld } from "../host-for-tests.ts";
import type { World, WorldOptions } from "../host-for-tests.ts";
import {
  BASE,
  BY_HAND,
  DEFAULT,
  defaultImage,
  firstBuildCalls,
  freshWorld,
  LABEL,
  lookCall,
  NODE,
  PROFILES,
} from "../profiles-for-tests.ts";

/** Paddock, with the launch approved: who approves it is tested with `lib/launch/explained`. */
function main(argv: readonly string[], host: Host): Promise<number> {
  return paddock(argv[0] === "run" ? ["run", "--yes", ...argv.slice(1)] : argv, host);
}

/** The argv that a launch of the default profile comes to, between `podman run` and the command. */
function launched(
  world: World,
  words: {
    readonly first?: readonly string[];
    readonly tty?: boolean;
    readonly workdir?: readonly string[];
    readonly cwd?: string;
  } = {},
): string[] {
  return [
    "podman",
    "run",
    ...(words.first ?? []),
    "--rm",
    words.tty === true ? "-it" : "-i",
    "--pull=never",
    "--http-proxy=false",
    "--hostname",
    "box",
    "-v",
    `${world.home}/.local/share/paddock/homes/default:/home/ai`,
    "-v",
    `${words.cwd ?? `${world.home}/project`}:/work`,
    ...(words.workdir ?? ["--workdir", "/work"]),
    DEFAULT,
  ];
}

/** What Paddock adds to a label's words: where the id goes, while it stays beside the run, and what the sandbox is shown. */
function added(world: World, folder = "home/.local/state/paddock"): string[] {
  const policies = `${world.home}/.local/state/paddock/policies/X`;
  return [
    `--cidfile=${world.root}/${folder}/paddock-X.id`,
    `--mount=type=bind,src=${policies},dst=/run/paddock,ro=true,relabel=shared`,
  ];
}

function plain(text: string): string {
  return text
    .replace(/paddock-\d+-\d+/, "paddock-X")
    .replace(/\/policies\/[0-9a-f]{64}/, "/policies/X");
}

/** The one session there was, its random name replaced. */
function onlySession(world: World): Session {
  const [session, ...others] = world.sessions;
  if (session === undefined || others.length > 0) throw new Error("there is not one session");
  return {
    ...session,
    argv: session.argv.map(plain),
    directory: plain(session.directory),
    environment: Object.fromEntries(
      Object.entries(session.environment).map(([name, value]) => [name, plain(value)]),
    ),
  };
}

tap.test(
  "a fresh launch: one look, then the label's own argv, and what a person is told",
  async (t) => {
    const world = freshWorld(t);
    t.equal(await main(["run"], world.host), 0);
    const session = onlySession(world);
    t.same(session.argv, launched(world, { first: added(world) }));
    t.equal(session.executable, world.podman.path);
    t.equal(session.directory, `${world.home}/project`);
    t.same(session.environment, {});
    const said = world.said().split("\n");
    t.equal(said[0], `profile     default (${world.root}/shipped/default/Containerfile)`);
    t.ok(said.includes(`            the workspace ${world.home}/project, as /work`));
    t.same(said.slice(-2), ["note        no terminal here: the sandbox gets none", ""]);
    t.equal(world.answered(), "");
    const made = statSync(`${world.home}/.local/share/paddock/homes/default`);
    t.equal(made.mode & 0o777, 0o700);
    t.ok(
      existsSync(`${world.home}/.local/state/paddock`),
      "the container's id has a folder to go to",
    );

    t.equal(
      await main(["run"], world.host),
      0,
      "a second launch asks Podman nothing before it starts",
    );
    t.equal(world.sessions.length, 2);
  },
);

tap.test("with a terminal the label's own flags stay", async (t) => {
  const world = freshWorld(t, { interactive: true });
  t.equal(await main(["run"], world.host), 0);
  t.same(onlySession(world).argv, launched(world, { first: added(world), tty: true }));
  t.notMatch(world.said(), /no terminal/);
});

const commands: readonly [name: string, argv: readonly string[], command: readonly string[]][] = [
  ["none", ["run", "default"], []],
  ["after the profile", ["run", "default", "ls", "-la"], ["ls", "-la"]],
  [
    "that looks like flags of ours",
    ["run", "default", "tool", "-w", "x", "--json"],
    ["tool", "-w", "x", "--json"],
  ],
  [
    "a flag right after the profile is ours",
    ["run", "default", "--no-build", "tool", "--no-build"],
    ["tool", "--no-build"],
  ],
  ["after --, without a profile", ["run", "--", "ls"], ["ls"]],
  ["after -- and the profile", ["run", "default", "--", "--help"], ["--help"]],
  ["a second -- is the command's", ["run", "default", "--", "a", "--", "b"], ["a", "--", "b"]],
  ["-- in the command without one of ours", ["run", "default", "a", "--", "b"], ["a", "--", "b"]],
  ["empty words", ["run", "default", "--", "", "a", ""], ["", "a", ""]],
  [
    "numbers as typed",
    ["run", "default", "--", "007", "1e3", "0x10", "1.0"],
    ["007", "1e3", "0x10", "1.0"],
  ],
  ["numbers as typed, without --", ["run", "default", "1e3", "007"], ["1e3", "007"]],
  [
    "blanks, quotes, dollars, newlines, IMAGE",
    ["run", "--", "sh", "-c", "echo 'a  b' \"$HOME\" #", "IMAGE", "NAME", "a\nb"],
    ["sh", "-c", "echo 'a  b' \"$HOME\" #", "IMAGE", "NAME", "a\nb"],
  ],
  [
    "words that are no flags for yargs either",
    ["run", "--", "--no-x", "-abc", "--a.b=c"],
    ["--no-x", "-abc", "--a.b=c"],
  ],
];
for (const [name, argv, command] of commands) {
  tap.test(`the command arrives word for word: ${name}`, async (t) => {
    const world = freshWorld(t);
    t.equal(await main(argv, world.host), 0);
    t.same(onlySession(world).argv, [...launched(world, { first: added(world) }), ...command]);
  });
}

tap.test("a launch builds first what is missing, and says so", async (t) => {
  const world = testWorld(t, { files: PROFILES });
  world.podman.expect(VERSION_CALL, ...firstBuildCalls(world));
  t.equal(await main(["run"], world.host), 0);
  t.match(world.said(), new RegExp(`^profile  .*\n(.*\n)*base: building ${BASE} \\(missing\\)\n`));
  t.equal(world.sessions.length, 1);
});

tap.test(
  "C14 a launch whose foreign base is missing pulls by build alone, and --no-build refuses",
  async (t) => {
    const world = testWorld(t, { files: PROFILES });
    world.podman.expect(VERSION_CALL, lookCall(world.podman, {}));
    t.equal(await main(["run", "--no-build"], world.host), 125);
    t.equal(
      world.said(),
      `paddock: There is no image ${DEFAULT}.\n  Run \`paddock build default\`, or leave --no-build out.\n`,
    );
    t.same(world.sessions, []);
  },
);

tap.test("C14 a label without --pull gets --pull=never", async (t) => {
  const label = `podman run --rm --http-proxy=false ${DEFAULT}`;
  const world = testWorld(t, {
    files: { ...PROFILES, "shipped/default/Containerfile": `FROM ${BASE}\nLABEL run="${label}"\n` },
  });
  world.podman.expect(
    VERSION_CALL,
    lookCall(world.podman, { ...BY_HAND, default: { id: idOf("d"), labels: { run: label } } }),
  );
  t.equal(await main(["run"], world.host), 0);
  t.same(onlySession(world).argv, [
    "podman",
    "run",
    ...added(world),
    "--pull=never",
    "--rm",
    "--http-proxy=false",
    DEFAULT,
  ]);
});

tap.test("run base is refused before podman is asked anything", async (t) => {
  const world = testWorld(t, { files: PROFILES });
  t.equal(await main(["run", "base"], world.host), 125);
  t.equal(
    world.said(),
    "paddock: The profile base cannot be run: others are built on it.\n" +
      "  Run `paddock run default`, or a profile of your own that is built on it.\n",
  );
});

tap.test("an unknown profile names every path and the profiles that there are", async (t) => {
  const world = testWorld(t, {
    files: { ...PROFILES, "home/.config/paddock/profiles/mine/Containerfile": "" },
  });
  world.podman.expect(VERSION_CALL);
  t.equal(await main(["run", "latest"], world.host), 125);
  t.equal(
    world.said(),
    `paddock: There is no profile "latest"; searched: ${world.home}/.config/paddock/profiles/latest/Containerfile, ${world.root}/shipped/latest/Containerfile\n` +
      "  Use one of: base, default, mine; or write that Containerfile.\n",
  );
  t.equal(await main(["build", "latest"], world.host), 2);
});

tap.test(
  "latest/Containerfile backs default and latest, under the same tag, and no other name",
  async (t) => {
    for (const name of ["default", "latest"]) {
      const world = testWorld(t, {
        files: {
          ...PROFILES,
          "home/.config/paddock/profiles/latest/Containerfile": `FROM ${BASE}\nLABEL run="podman run --rm --pull=never --http-proxy=false ${DEFAULT} mine"\n`,
        },
      });
      const label = `podman run --rm --pull=never --http-proxy=false ${DEFAULT} mine`;
      world.podman.expect(
        VERSION_CALL,
        lookCall(world.podman, { ...BY_HAND, default: { id: idOf("d"), labels: { run: label } } }),
      );
      t.equal(await main(["run", name], world.host), 0);
      t.same(onlySession(world).argv.slice(4), [
        "--rm",
        "--pull=never",
        "--http-proxy=false",
        DEFAULT,
        "mine",
      ]);
      t.match(
        world.said(),
        `profile     ${name} (${world.home}/.config/paddock/profiles/latest/Containerfile)\n`,
      );
    }
  },
);

tap.test("A11 an image that carries another label than the Containerfile", async (t) => {
  const world = testWorld(t, { files: PROFILES });
  const stored = "podman run --privileged IMAGE";
  world.podman.expect(
    VERSION_CALL,
    lookCall(world.podman, { ...BY_HAND, default: { id: idOf("d"), labels: { run: stored } } }),
  );
  t.equal(await main(["run"], world.host), 125);
  t.equal(
    world.said(),
    `paddock: The image ${DEFAULT} carries another label run than its Containerfile.\n` +
      `  ${world.root}/shipped/default/Containerfile: ${JSON.stringify(LABEL)}\n` +
      `  image: "${stored}"\n` +
      "  Run `paddock rebuild default` to make the image from the file.\n",
  );
  t.same(world.sessions, []);
});

const differing: readonly [name: string, labels: Record<string, string>, line: string][] = [
  ["the label is missing in the image", {}, "image: no such label"],
  ["RUN beside run in the image", { run: LABEL, RUN: "podman run x" }, 'image: "podman run x"'],
  [
    "an exception that the file does not make",
    { run: LABEL, "paddock.allow": "privileged" },
    'image: "privileged"',
  ],
];
for (const [name, labels, line] of differing) {
  tap.test(`A11 ${name}`, async (t) => {
    const world = testWorld(t, { files: PROFILES });
    world.podman.expect(
      VERSION_CALL,
      lookCall(world.podman, { ...BY_HAND, default: { id: idOf("d"), labels } }),
    );
    t.equal(await main(["run"], world.host), 125);
    t.match(world.said(), line);
    t.same(world.sessions, []);
  });
}

const refused: readonly [name: string, containerfile: string, said: RegExp][] = [
  [
    "--privileged",
    `LABEL run="podman run --rm --privileged ${DEFAULT}"`,
    /^paddock: Refused: the label run of default: .*privileged/,
  ],
  ["another image", 'LABEL run="podman run --rm alpine"', /^paddock: Refused: .*"alpine"/],
  ["another program", `LABEL run="bash run ${DEFAULT}"`, /^paddock: .*bash/],
  [
    "A19 two run labels",
    `LABEL run="podman run ${DEFAULT}" RUN="podman run ${DEFAULT}"`,
    /^paddock: Profile default has the labels RUN and run/,
  ],
  ["A20 a blank label", 'LABEL run=""', /^paddock: The label run of default is empty\.\n/],
  [
    "a label that lets podman pull",
    `LABEL run="podman run --pull=newer ${DEFAULT}"`,
    /^paddock: Refused: .*--pull=newer/,
  ],
  [
    "A10 a variable without a value",
    `LABEL run="podman run --name \\\${OPT1} ${DEFAULT}"`,
    /^paddock: .*OPT1/,
  ],
  [
    "A02 a label in a builder stage",
    `FROM scratch AS builder\nLABEL run="podman run ${DEFAULT}"\nFROM ${BASE}`,
    /^paddock: Profile default has no label run\.\n/,
  ],
  [
    "A29 mixed forms",
    `LABEL flag x run="podman run ${DEFAULT}"`,
    /^paddock: Profile default has no label run\.\n/,
  ],
];
for (const [name, lines, said] of refused) {
  tap.test(`refused before anything is built: ${name}`, async (t) => {
    const world = testWorld(t, {
      files: { ...PROFILES, "shipped/default/Containerfile": `FROM ${BASE}\n${lines}\n` },
    });
    world.podman.expect(VERSION_CALL, lookCall(world.podman, { node: { id: idOf("a") } }));
    t.equal(await main(["run"], world.host), 125);
    t.match(world.said(), said);
    t.same(world.sessions, []);
  });
}

tap.test(
  "A20 an inherited run label names another profile's image: refused, with where it is from",
  async (t) => {
    const world = testWorld(t, {
      files: {
        ...PROFILES,
        "home/.config/paddock/profiles/mine/Containerfile": `FROM ${DEFAULT}\n`,
      },
    });
    const tag = "localhost/paddock:mine";
    const call = inspectCall(world.podman, {
      [NODE]: BY_HAND.node,
      [BASE]: BY_HAND.base,
      [DEFAULT]: BY_HAND.default,
      [tag]: undefined,
    });
    world.podman.expect(VERSION_CALL, call);
    t.equal(await main(["run", "mine"], world.host), 125);
    t.match(
      world.said(),
      /^paddock: Refused: the label run that mine inherits: The label starts "localhost\/paddock:latest", and this profile's image is localhost\/paddock:mine\.\n/,
    );
  },
);

tap.test(
  "A21 a label that only a trigger of the base wrote is no run label of the file",
  async (t) => {
    const world = testWorld(t, {
      files: { ...PROFILES, "shipped/default/Containerfile": `FROM ${BASE}\n` },
    });
    world.podman.expect(
      VERSION_CALL,
      lookCall(world.podman, {
        ...BY_HAND,
        default: { id: idOf("d"), labels: { run: "podman run FROM-ONBUILD" } },
      }),
    );
    t.equal(await main(["run"], world.host), 125);
    t.match(world.said(), /^paddock: Profile default has no label run\.\n/);
  },
);

const labels: readonly [name: string, argv: readonly string[]][] = [
  ["--label, in any case", ["run", "--label", "SHELL"]],
  ["--label, as it is written", ["run", "--label", "shell"]],
];
for (const [name, argv] of labels) {
  tap.test(name, async (t) => {
    const label = `podman run --rm --pull=never --http-proxy=false ${DEFAULT} sh`;
    const files = {
      ...PROFILES,
      "shipped/default/Containerfile": `FROM ${BASE}\nLABEL shell="${label}"\n`,
    };
    const world = testWorld(t, { files });
    world.podman.expect(
      VERSION_CALL,
      lookCall(world.podman, { ...BY_HAND, default: { id: idOf("d"), labels: { shell: label } } }),
    );
    t.equal(await main(argv, world.host), 0);
    t.same(onlySession(world).argv, [
      "podman",
      "run",
      ...added(world),
      ...label.split(" ").slice(2),
    ]);
  });
}

tap.test("-w starts in a folder of the workspace; one outside is refused", async (t) => {
  const files = { "home/project/sub/dir/": "", "home/other/": "" };
  const world = freshWorld(t, { files });
  t.equal(await main(["run", "-w", "sub/dir"], world.host), 0);
  t.same(
    onlySession(world).argv,
    launched(world, { first: [...added(world), "--workdir=/work/sub/dir"], workdir: [] }),
  );
  world.said();
  t.equal(await main(["run", "-w", "../other"], world.host), 125);
  t.equal(
    world.said(),
    `paddock: -w "../other" leads out of the workspace.\n  Name a directory in ${world.home}/project.\n`,
  );
});

tap.test("C04 a symlinked working directory is mounted by its real path", async (t) => {
  const world = freshWorld(t, { cwd: "home/link", files: { "home/real/": "" } });
  world.host.files.link(`${world.home}/real`, `${world.home}/link`);
  t.equal(await main(["run"], world.host), 0);
  t.same(
    onlySession(world).argv,
    launched(world, { first: added(world), cwd: `${world.home}/real` }),
  );
});

tap.test("a deleted working directory", async (t) => {
  for (const cwd of [null, "home/gone"]) {
    const world = testWorld(t, { files: PROFILES, cwd });
    t.equal(await main(["run"], world.host), 125);
    t.equal(
      world.said(),
      "paddock: The current directory does not exist any more.\n" +
        "  Change into a directory that exists, and start again.\n",
    );
  }
});

tap.test("--dry-run: the argv for a shell, and nothing is made, built or started", async (t) => {
  const world = testWorld(t, { files: PROFILES });
  world.podman.expect(lookCall(world.podman, { node: { id: idOf("a") } }));
  t.equal(await main(["run", "--dry-run", "--", "a b", ""], world.host), 0);
  const [, mount = ""] = added(world);
  t.equal(plain(world.answered()), `${launched(world, { first: [mount] }).join(" ")} 'a b' ''\n`);
  t.equal(
    plain(world.said()),
    `note     ${mount} is Paddock's own: it shows the sandbox, read-only at /run/paddock, what it may do; a launch makes the folder\n`,
  );
  t.same(world.sessions, []);
  t.notOk(existsSync(`${world.home}/.local/share/paddock`));
});

tap.test("--dry-run --json", async (t) => {
  const world = testWorld(t, { files: PROFILES });
  world.podman.expect(lookCall(world.podman, { node: { id: idOf("a") } }));
  t.equal(await main(["run", "--dry-run", "--json"], world.host), 0);
  t.match(JSON.parse(world.answered()), {
    profile: "default",
    containerfile: `${world.root}/shipped/default/Containerfile`,
    image: DEFAULT,
    label: { key: "run", value: LABEL, inherited: false },
    argv: launched(world),
    policy: { image: DEFAULT, workdir: "/work", mounts: Array },
    workspace: `${world.home}/project`,
    mounts: [
      { kind: "bind", source: `${world.home}/.local/share/paddock/homes/default` },
      { kind: "bind", source: `${world.home}/project`, destination: "/work" },
    ],
    staleReasons: [
      { image: BASE, reason: "missing" },
      { image: DEFAULT, reason: "missing" },
    ],
    changes: ["no terminal here: the sandbox gets none"],
    warnings: [],
    findings: [],
  });
});

const usage: readonly [name: string, argv: readonly string[], said: string][] = [
  [
    "--json alone",
    ["run", "--json"],
    "paddock: --json goes with --dry-run: a sandbox has its own output.\n  Write --dry-run --json.\n",
  ],
  [
    "--runlabel with -w",
    ["run", "--runlabel", "-w", "x"],
    "paddock: With --runlabel Podman reads the label as it is.\n  Leave out --runtime and -w, or --runlabel.\n",
  ],
  [
    "--runlabel with --runtime",
    ["run", "--runlabel", "--runtime", "crun"],
    "paddock: With --runlabel Podman reads the label as it is.\n  Leave out --runtime and -w, or --runlabel.\n",
  ],
  [
    "a runtime that is a path",
    ["run", "--runtime", "/tmp/evil"],
    'paddock: --runtime "/tmp/evil" is not a name.\n  Name a runtime that Podman knows, such as crun or krun.\n',
  ],
  [
    "a profile that is a path",
    ["run", "../evil"],
    'paddock: "../evil" is not a profile\'s name.\n  A name is 1 to 63 of a-z 0-9 . _ - and starts with a letter or digit.\n',
  ],
  [
    "a limit that is none",
    ["run", "--accept-unenforced", "kernel"],
    'paddock: --accept-unenforced cannot say "kernel".\n  It takes memory, cpus, processes; nothing else is left out in silence.\n',
  ],
  [
    "a flag that is not there",
    ["run", "--privileged"],
    "paddock: Unknown argument: privileged\n  See `paddock --help`, or `paddock COMMAND --help`.\n",
  ],
  [
    "twice the same flag",
    ["run", "--runtime", "crun", "--runtime", "krun"],
    "paddock: --runtime is given more than once.\n  Give it once.\n",
  ],
];
for (const [name, argv, said] of usage) {
  tap.test(`usage: ${name}`, async (t) => {
    const world = testWorld(t, { files: PROFILES });
    t.equal(await main(argv, world.host), 125);
    t.equal(world.said(), said);
  });
}

const KRUN = `podman run --rm --pull=never --http-proxy=false --runtime krun --annotation krun.ram_mib=512 --annotation krun.cpus=2 --annotation other=1 ${DEFAULT}`;

function krunWorld(t: Parameters<typeof testWorld>[0], options: WorldOptions = {}): World {
  const world = testWorld(t, {
    ...options,
    files: {
      ...PROFILES,
      ...options.files,
      "shipped/default/Containerfile": `FROM ${BASE}\nLABEL run="${KRUN}"\n`,
    },
  });
  world.podman.expect(
    VERSION_CALL,
    lookCall(world.podman, { ...BY_HAND, default: { id: idOf("d"), labels: { run: KRUN } } }),
  );
  return world;
}

tap.test("--runtime crun: krun's annotations go, and what is lost is said", async (t) => {
  const world = krunWorld(t);
  t.equal(await main(["run", "--runtime", "crun"], world.host), 0);
  t.same(onlySession(world).argv, [
    "podman",
    "run",
    ...added(world),
    "--runtime=crun",
    "--rm",
    "--pull=never",
    "--http-proxy=false",
    "--annotation",
    "other=1",
    DEFAULT,
  ]);
  t.same(world.said().split("\n").slice(-4), [
    "            crun instead of krun: no kernel of its own, the sandbox shares this machine's",
    "            no memory cap: the label's is krun's",
    "            no CPU cap: the label's is krun's",
    "",
  ]);
});

tap.test(
  "--runtime crun under a label with caps of its own, and an init where Podman has one",
  async (t) => {
    const label = KRUN.replace("--rm", "--rm --memory 1g --cpus 2");
    const world = testWorld(t, {
      files: {
        ...PROFILES,
        "shipped/default/Containerfile": `FROM ${BASE}\nLABEL run="${label}"\n`,
      },
      canReplace: true,
    });
    world.write("machine/usr/libexec/podman/catatonit", "", 0o755);
    world.podman.expect(
      VERSION_CALL,
      lookCall(world.podman, { ...BY_HAND, default: { id: idOf("d"), labels: { run: label } } }),
    );
    t.equal(await main(["run", "--runtime", "crun"], world.host), 0);
    const session = onlySession(world);
    t.equal(session.attendance, undefined, "nothing is left to do: Paddock is replaced");
    const [, mount] = added(world);
    t.same(session.argv.slice(0, 5), ["podman", "run", mount, "--init", "--runtime=crun"]);
    t.notMatch(world.said(), /cap: the label's/);
  },
);

tap.test("the label's runtime stays where krun is ready", async (t) => {
  const world = krunWorld(t);
  world.write("machine/usr/bin/krun", "", 0o755);
  world.write("machine/dev/kvm", "", 0o600);
  const version = "crun version 1.28\n+SYSTEMD +SELINUX +LIBKRUN +YAJL\n";
  const run = world.host.processes.run;
  const asked: string[][] = [];
  const processes = {
    ...world.host.processes,
    run: (async (argv, options) => {
      if (argv[0] !== "/usr/bin/krun") return await run(argv, options);
      asked.push([...argv]);
      return { status: 0, stdout: version, stderr: "" };
    }) satisfies typeof run,
  };
  const host = { ...world.host, processes };
  t.equal(await main(["run"], host), 0);
  t.same(asked, [["/usr/bin/krun", "--version"]]);
  t.same(onlySession(world).argv, ["podman", "run", ...added(world), ...KRUN.split(" ").slice(2)]);
  t.equal(onlySession(world).attendance?.translate("SIGTERM"), "SIGINT");
});

const NOTHING_DELEGATED = {
  "machine/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/cgroup.controllers": "\n",
};
function undelegated(controller: string): string {
  return `the cgroup controller ${controller} is not delegated to you`;
}

const ACCEPT = ["--accept-unenforced", "memory", "--accept-unenforced", "cpus"];

const unenforced: readonly [name: string, argv: readonly string[], status: number][] = [
  ["nothing accepted", ["run"], 125],
  ["one of two accepted", ["run", ...ACCEPT.slice(2)], 125],
  ["both accepted", ["run", ...ACCEPT, "default", "true"], 0],
];
for (const [name, argv, status] of unenforced) {
  tap.test(`C27 limits that nothing enforces: ${name}`, async (t) => {
    const label = KRUN.replace(/--runtime.*=2/, "--memory 1g --cpus 2");
    const world = testWorld(t, {
      files: {
        ...PROFILES,
        ...NOTHING_DELEGATED,
        "shipped/default/Containerfile": `FROM ${BASE}\nLABEL run="${label}"\n`,
      },
    });
    const image = { id: idOf("d"), labels: { run: label } };
    world.podman.expect(VERSION_CALL, lookCall(world.podman, { ...BY_HAND, default: image }));
    t.equal(await main(argv, world.host), status);
    t.equal(world.sessions.length, status === 0 ? 1 : 0);
    const said = world.said();
    if (status === 0) {
      t.match(said, `not enforced here: --memory=1g (${undelegated("memory")})`);
      t.match(said, `not enforced here: --cpus=2 (${undelegated("cpu")})`);
    } else {
      t.match(
        said,
        `paddock: This machine does not enforce --memory=1g: ${undelegated("memory")}.`,
      );
      t.match(said, /Or start without: --accept-unenforced memory/);
    }
  });
}

tap.test("--runtime crun needs no control group for the caps that went with krun", async (t) => {
  const world = krunWorld(t, { files: NOTHING_DELEGATED });
  t.equal(await main(["run", "--runtime", "crun"], world.host), 0);
  t.notMatch(world.said(), /enforce/);
});

tap.test("krun missing is said before anything is built", async (t) => {
  const world = krunWorld(t);
  t.equal(await main(["run"], world.host), 125);
  t.equal(
    world.said(),
    "paddock: The label asks for krun, which is not installed.\n" +
      "  Install crun with libkrun (package crun-krun or crun-vm), or start without a virtual machine: --runtime crun\n",
  );
});

tap.test(
  "--runlabel: Podman reads the label from a link with a plain name, which is gone afterwards",
  async (t) => {
    const links: (string | undefined)[] = [];
    const world: World = freshWorld(t, {
      files: { "run/": "" },
      interactive: true,
      environment: {},
      handOver: async (session) => {
        links.push(world.host.files.realPath(session.directory));
        return { status: 9 };
      },
    });
    t.equal(await main(["run", "--runlabel", "--", "sh", "-c", "a  b"], world.host), 9);
    const session = onlySession(world);
    t.same(session.argv, [
      "podman",
      "container",
      "runlabel",
      "run",
      DEFAULT,
      "--",
      "''\\''sh'\\'''",
      "''\\''-c'\\'''",
      "''\\''a  b'\\'''",
    ]);
    t.equal(session.executable, world.podman.path);
    const link = `${world.root}/home/.local/state/paddock/paddock-X.d`;
    t.equal(session.directory, link);
    t.same(session.environment, { PWD: link });
    t.equal(session.attendance?.wholeTree, true);
    t.same(links, [`${world.home}/project`], "the link led to the workspace");
    t.notOk(existsSync(world.sessions[0]?.directory ?? "/"), "and is gone");
  },
);

tap.test("--runlabel without a terminal warns of the hang", async (t) => {
  const world = freshWorld(t);
  t.equal(await main(["run", "--runlabel"], world.host), 0);
  t.match(
    world.said(),
    "runlabel asks for a terminal and there is none: a program that reads stdin will hang\n",
  );
});

tap.test("several repositories in the workspace are worth a warning", async (t) => {
  const world = freshWorld(t, {
    files: { "home/project/a/.git/": "", "home/project/b/.git": "", "home/project/c/": "" },
  });
  t.equal(await main(["run"], world.host), 0);
  t.match(world.said(), "the workspace holds 2 git repositories: the agent can change all\n");
});

tap.test("the status of the command is Paddock's", async (t) => {
  for (const status of [0, 1, 7, 126, 127, 130, 137, 255]) {
    const world = freshWorld(t, { handOver: async () => ({ status }) });
    t.equal(await main(["run"], world.host), status);
  }
});

tap.test(
  "a source of a mount that is not there is made only under the data directory",
  async (t) => {
    const label = `podman run --rm --pull=never --http-proxy=false -v \\$HOME/nowhere:/x ${DEFAULT}`;
    const world = testWorld(t, {
      files: {
        ...PROFILES,
        "shipped/default/Containerfile": `FROM ${BASE}\nLABEL run="${label}"\n`,
      },
    });
    world.podman.expect(
      VERSION_CALL,
      lookCall(world.podman, {
        ...BY_HAND,
        default: { id: idOf("d"), labels: { run: label.replace("\\", "") } },
      }),
    );
    t.equal(await main(["run"], world.host), 125);
    t.match(
      world.said(),
      `paddock: The label mounts ${world.home}/nowhere, which does not exist.\n  Create it, or take the mount out of the label.\n`,
    );
    t.notOk(existsSync(`${world.home}/nowhere`));
  },
);

tap.test("the same image under an old stamp is built anew before it is launched", async (t) => {
  const world = testWorld(t, { files: PROFILES });
  const { podman } = world;
  const stamped = { ...defaultImage(), labels: { run: LABEL, "paddock.stamp": "0".repeat(64) } };
  const seen = { ...BY_HAND, default: stamped };
  const [, , , , build] = firstBuildCalls(world);
  if (!build) throw new Error("there are six calls");
  podman.expect(
    VERSION_CALL,
    lookCall(podman, seen),
    lookCall(podman, seen),
    build,
    lookCall(podman, { ...BY_HAND, default: defaultImage("e") }),
    {
      argv: ["image", "rm", idOf("d")],
    },
  );
  t.equal(await main(["run"], world.host), 0);
  t.match(world.said(), `default: building ${DEFAULT} (its sources changed)\n`);
});

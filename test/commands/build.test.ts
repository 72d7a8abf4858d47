import { chmodSync, existsSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import tap from "tap";
import type { Test } from "tap";
import { main } from "../../lib/cli.ts";
import { idOf, inspectCall, VERSION_CALL } from "../fake-podman.ts";
import type { FakeCall } from "../fake-podman.ts";
import { testWorld } from "../host-for-tests.ts";
import type { World } from "../host-for-tests.ts";
import {
  BASE,
  baseImage,
  buildCall,
  DEFAULT,
  defaultImage,
  firstBuildCalls,
  lookCall,
  NODE,
  NODE_IMAGE,
  PROFILES,
} from "../profiles-for-tests.ts";

const BUILT = { node: NODE_IMAGE, base: baseImage(), default: defaultImage() };

/** A world in which the default profile has been built and looked at once: everything about it is remembered. */
async function builtWorld(
  test: Test,
  files: Readonly<Record<string, string>> = {},
): Promise<World> {
  const world = testWorld(test, { files: { ...PROFILES, ...files } });
  world.podman.expect(VERSION_CALL, ...firstBuildCalls(world), lookCall(world.podman, BUILT));
  test.equal(await main(["build"], world.host), 0);
  test.equal(await main(["build"], world.host), 0);
  world.said();
  return world;
}

tap.test("a first build: base first, and why", async (t) => {
  const world = testWorld(t, { files: PROFILES });
  world.podman.expect(VERSION_CALL, ...firstBuildCalls(world));
  t.equal(await main(["build"], world.host), 0);
  t.equal(
    world.said(),
    [
      `base: building ${BASE} (missing)`,
      "base: step 1 of 2 (0 s): FROM x",
      "base: step 2 of 2 (0 s): LABEL y",
      `base: built ${BASE} in 0 s`,
      `default: building ${DEFAULT} (missing)`,
      "default: step 1 of 2 (0 s): FROM x",
      "default: step 2 of 2 (0 s): LABEL y",
      `default: built ${DEFAULT} in 0 s`,
      "",
    ].join("\n"),
  );
  t.equal(world.answered(), "");
});

tap.test(
  "a fresh build costs one podman, then none until Podman's list of images changes",
  async (t) => {
    const world = testWorld(t, { files: PROFILES });
    const { podman, host } = world;
    podman.expect(VERSION_CALL, ...firstBuildCalls(world), lookCall(podman, BUILT));
    const processes = async (): Promise<number> => {
      const before = podman.calls().length;
      t.equal(await main(["build"], host), 0);
      return podman.calls().length - before;
    };
    t.equal(await processes(), 7);
    world.said();
    t.equal(await processes(), 1, "one for base and profile together");
    t.equal(world.said(), `default: ${DEFAULT} is fresh\n`);
    t.equal(await processes(), 0);
    t.equal(world.said(), `default: ${DEFAULT} is fresh\n`);
    writeFileSync(podman.imageList, "another build, by hand");
    utimesSync(podman.imageList, new Date(1), new Date(1));
    podman.expect(lookCall(podman, BUILT));
    t.equal(await processes(), 1);
    t.equal(await processes(), 0);
  },
);

tap.test("an image removed by hand is noticed", async (t) => {
  const world = await builtWorld(t);
  const { podman } = world;
  writeFileSync(podman.imageList, "[]");
  const gone = { node: NODE_IMAGE, base: baseImage() };
  podman.expect(
    lookCall(podman, gone),
    lookCall(podman, gone),
    buildCall(world, { profile: "default" }),
    lookCall(podman, BUILT),
  );
  t.equal(await main(["build"], world.host), 0);
  t.match(world.said(), /^default: building localhost\/paddock:latest \(missing\)\n/);
});

tap.test("C15 a touch does not rebuild", async (t) => {
  const world = await builtWorld(t);
  const later = new Date("2026-06-01T00:00:00Z");
  for (const file of Object.keys(PROFILES)) utimesSync(`${world.root}/${file}`, later, later);
  t.equal(await main(["build"], world.host), 0);
  t.equal(world.said(), `default: ${DEFAULT} is fresh\n`);
});

const edits: readonly [
  name: string,
  edit: (world: World) => void,
  argv: readonly string[],
  baseReason: string,
  words?: readonly string[],
][] = [
  [
    "the Containerfile, even a comment, and even dated back",
    (world) =>
      world.write("shipped/base/Containerfile", `${PROFILES["shipped/base/Containerfile"]}# x\n`),
    [],
    "its Containerfile changed",
  ],
  [
    "C19 a file that it copies",
    (world) => world.write("shipped/base/entrypoint.sh", "#!/bin/bash\n"),
    [],
    "entrypoint.sh changed",
  ],
  [
    "the mode of such a file",
    (world) => chmodSync(`${world.root}/shipped/base/entrypoint.sh`, 0o755),
    [],
    "entrypoint.sh changed",
  ],
  ["a new file", (world) => world.write("shipped/base/more/new", ""), [], "more/new changed"],
  [
    "a file that is ignored from now on",
    (world) => world.write("shipped/base/.containerignore", "entry*\n"),
    [],
    "entrypoint.sh changed",
  ],
  [
    "a build argument",
    () => {},
    ["--build-arg", "COLOUR=red"],
    "the build argument COLOUR changed",
    ["--build-arg", "COLOUR=red"],
  ],
  [
    "two at once",
    (world) => {
      world.write("shipped/base/entrypoint.sh", "x");
      world.write("shipped/base/Containerfile", `FROM ${NODE}\nARG COLOUR=blue\n`);
    },
    [],
    "its Containerfile changed, entrypoint.sh changed",
  ],
];

for (const [name, edit, argv, reason, words = []] of edits) {
  tap.test(`stale by ${name}: the base is built, then what is built on it`, async (t) => {
    const world = await builtWorld(t);
    const { podman } = world;
    edit(world);
    const between = { ...BUILT, base: baseImage("c") };
    const after = { ...between, default: defaultImage("e") };
    podman.expect(
      lookCall(podman, BUILT),
      buildCall(world, { profile: "base", words }),
      lookCall(podman, between),
      buildCall(world, { profile: "default" }),
      lookCall(podman, after),
      // The images that were replaced, the one on top first.
      { argv: ["image", "rm", idOf("d")] },
      { argv: ["image", "rm", idOf("b")], status: 2, stderr: "Error: image is in use\n" },
      lookCall(podman, after),
    );
    t.equal(await main(["build", ...argv], world.host), 0);
    t.equal(
      world.said(),
      [
        `base: building ${BASE} (${reason})`,
        "base: step 1 of 2 (0 s): FROM x",
        "base: step 2 of 2 (0 s): LABEL y",
        `base: built ${BASE} in 0 s`,
        `default: building ${DEFAULT} (its base ${BASE} changed)`,
        "default: step 1 of 2 (0 s): FROM x",
        "default: step 2 of 2 (0 s): LABEL y",
        `default: built ${DEFAULT} in 0 s`,
        "",
      ].join("\n"),
    );
    t.equal(await main(["build"], world.host), 0, "what was asked is remembered");
    t.equal(world.said(), `default: ${DEFAULT} is fresh\n`);
  });
}

tap.test("only the profile is built when only it changed", async (t) => {
  const world = await builtWorld(t);
  world.write("shipped/default/extra", "x");
  world.podman.expect(
    lookCall(world.podman, BUILT),
    buildCall(world, { profile: "default" }),
    // The cache gave the same image again: nothing was replaced.
    lookCall(world.podman, BUILT),
  );
  t.equal(await main(["build"], world.host), 0);
  t.match(world.said(), /^default: building localhost\/paddock:latest \(extra changed\)\n/);
});

tap.test("C20 another image under the base's name", async (t) => {
  const world = await builtWorld(t);
  const { podman } = world;
  writeFileSync(podman.imageList, "pulled by hand");
  const node = { id: idOf("9") };
  const [seen, between] = [
    { ...BUILT, node },
    { ...BUILT, node, base: baseImage("c") },
  ];
  podman.expect(
    lookCall(podman, seen),
    lookCall(podman, seen),
    buildCall(world, { profile: "base" }),
    lookCall(podman, between),
    buildCall(world, { profile: "default" }),
    lookCall(podman, { ...between, default: defaultImage("e") }),
    { argv: ["image", "rm", idOf("d")] },
    { argv: ["image", "rm", idOf("b")] },
  );
  t.equal(await main(["build"], world.host), 0);
  t.match(world.said(), `base: building ${BASE} (its base ${NODE} changed)\n`);
});

tap.test("a base that was pruned is no reason to build", async (t) => {
  const world = await builtWorld(t);
  writeFileSync(world.podman.imageList, "pruned");
  world.podman.expect(lookCall(world.podman, { base: baseImage(), default: defaultImage() }));
  t.equal(await main(["build"], world.host), 0);
  t.equal(world.said(), `default: ${DEFAULT} is fresh\n`);
});

const byHand: readonly [
  name: string,
  created: string,
  files: Record<string, string>,
  said: RegExp,
][] = [
  ["newer than its sources", "2026-01-01T00:00:00Z", {}, /^default: \S+ is fresh\n$/],
  [
    "C17 dated 1970",
    "1970-01-01T00:00:00Z",
    {},
    /^base: building \S+ \(its Containerfile is newer, entrypoint.sh is newer, its base \S+ changed\)\n/,
  ],
];
for (const [name, created, files, said] of byHand) {
  tap.test(`an image without a stamp is judged by time: ${name}`, async (t) => {
    const world = testWorld(t, { files: { ...PROFILES, ...files } });
    const { podman } = world;
    const image = (digit: string): { id: string; created: string } => ({
      id: idOf(digit),
      created,
    });
    const seen = {
      node: { id: idOf("a"), created: "2025-05-01T00:00:00Z" },
      base: image("b"),
      default: image("d"),
    };
    podman.expect(VERSION_CALL, lookCall(podman, seen));
    if (created.startsWith("1970")) {
      podman.expect(
        lookCall(podman, seen),
        buildCall(world, { profile: "base" }),
        lookCall(podman, { ...seen, base: baseImage("c") }),
        buildCall(world, { profile: "default" }),
        lookCall(podman, { ...seen, base: baseImage("c"), default: defaultImage("e") }),
        { argv: ["image", "rm", idOf("d")] },
        { argv: ["image", "rm", idOf("b")] },
      );
    }
    t.equal(await main(["build"], world.host), 0);
    t.match(world.said(), said);
  });
}

tap.test("rebuild: no cache, base once, and the next builds use no older layer", async (t) => {
  const world = await builtWorld(t);
  const { podman } = world;
  const words = ["--no-cache"];
  const between = { ...BUILT, base: baseImage("c") };
  const after = { ...between, default: defaultImage("e") };
  podman.expect(
    lookCall(podman, BUILT),
    buildCall(world, { profile: "base", words }),
    lookCall(podman, between),
    buildCall(world, { profile: "default", words }),
    lookCall(podman, after),
    { argv: ["image", "rm", idOf("d")] },
    { argv: ["image", "rm", idOf("b")] },
  );
  t.equal(await main(["rebuild"], world.host), 0);
  t.match(world.said(), `base: building ${BASE} (asked for)\n`);

  world.setClock("2026-01-02T00:01:40.500Z");
  world.write("shipped/default/extra", "x");
  podman.expect(
    lookCall(podman, after),
    lookCall(podman, after),
    buildCall(world, { profile: "default", words: ["--cache-ttl=101s"] }),
    lookCall(podman, after),
  );
  t.equal(await main(["build"], world.host), 0);
});

tap.test("rebuild base: base alone, once", async (t) => {
  const world = testWorld(t, { files: PROFILES });
  const { podman } = world;
  const look = (base?: ReturnType<typeof baseImage>): FakeCall =>
    inspectCall(podman, { [NODE]: NODE_IMAGE, [BASE]: base });
  podman.expect(
    VERSION_CALL,
    look(),
    look(),
    buildCall(world, { profile: "base", words: ["--no-cache"] }),
    look(baseImage()),
  );
  t.equal(await main(["rebuild", "base"], world.host), 0);
});

tap.test(
  "--build-arg is given to those that declare it, each of several, and remembered",
  async (t) => {
    const world = testWorld(t, {
      files: { ...PROFILES, "shipped/base/Containerfile": `FROM ${NODE}\nARG COLOUR\nARG SIZE\n` },
    });
    const { podman } = world;
    const words = ["--build-arg", "COLOUR=a=b $c", "--build-arg", "SIZE="];
    const calls = firstBuildCalls(world);
    podman.expect(
      VERSION_CALL,
      ...calls.slice(0, 2),
      buildCall(world, { profile: "base", words }),
      ...calls.slice(3),
    );
    t.equal(
      await main(["build", "--build-arg", "COLOUR=a=b $c", "--build-arg=SIZE="], world.host),
      0,
    );

    world.write("shipped/base/new", "");
    podman.expect(
      lookCall(podman, BUILT),
      lookCall(podman, BUILT),
      buildCall(world, { profile: "base", words }),
      lookCall(podman, BUILT),
    );
    t.equal(await main(["build"], world.host), 0);
    world.said();

    const refused = await main(["build", "--build-arg", "COLOR=red"], world.host);
    t.equal(refused, 2);
    t.equal(
      world.said(),
      "paddock: No Containerfile declares the build argument COLOR.\n" +
        `  Check its spelling, or write ARG COLOR in one of: ${world.root}/shipped/base/Containerfile, ${world.root}/shipped/default/Containerfile\n`,
    );
  },
);

tap.test("a --build-arg of another form is refused, and its value is not shown", async (t) => {
  const world = testWorld(t, { files: PROFILES });
  t.equal(await main(["build", "--build-arg", "s3cret"], world.host), 2);
  t.equal(
    world.said(),
    "paddock: A --build-arg is not of the form NAME=VALUE.\n  Write for example --build-arg GOOGLE_CLOUD_CLI=false\n",
  );
});

tap.test(
  "certificate authorities: a secret and its sum, for the profile that takes them, remembered",
  async (t) => {
    const world = testWorld(t, { files: { ...PROFILES, "home/ca.pem": "PEM" } });
    const { podman } = world;
    const sum = "66bb2cedf26a10acf8c8041da91af27fa03c3ef4e4f3c9f9d6ad18ec7d2ef6d7";
    const words = [
      "--secret",
      `id=paddock-ca,src=${world.home}/ca.pem`,
      "--build-arg",
      "/^PADDOCK_CA_SHA256=[0-9a-f]{64}$/",
    ];
    const calls = firstBuildCalls(world);
    podman.expect(
      VERSION_CALL,
      ...calls.slice(0, 2),
      buildCall(world, { profile: "base", words }),
      ...calls.slice(3),
    );
    t.equal(await main(["build", "--ca", `${world.home}/ca.pem`], world.host), 0);
    const given = podman.calls()[3]?.find((word) => word.startsWith("PADDOCK_CA_SHA256="));
    t.equal(given?.length, "PADDOCK_CA_SHA256=".length + sum.length);
    world.said();

    world.write("home/ca.pem", "ANOTHER");
    podman.expect(
      lookCall(podman, BUILT),
      lookCall(podman, BUILT),
      buildCall(world, { profile: "base", words }),
      lookCall(podman, BUILT),
    );
    t.equal(await main(["build"], world.host), 0);
    t.match(world.said(), `base: building ${BASE} (the certificate authorities changed)\n`);
    const again = podman
      .calls()
      .at(-2)
      ?.find((word) => word.startsWith("PADDOCK_CA_SHA256="));
    t.not(again, given);
  },
);

tap.test("a build without authorities has none, whatever the machine has", async (t) => {
  const world = testWorld(t, {
    files: PROFILES,
    environment: { SSL_CERT_FILE: "/etc/ssl/cert.pem" },
  });
  world.podman.expect(VERSION_CALL, ...firstBuildCalls(world));
  t.equal(await main(["build"], world.host), 0);
});

tap.test("PADDOCK_CA that is not there", async (t) => {
  const world = testWorld(t, { files: PROFILES, environment: { PADDOCK_CA: "/nowhere/ca.pem" } });
  world.podman.expect(VERSION_CALL, lookCall(world.podman, {}));
  t.equal(await main(["build"], world.host), 2);
  t.equal(
    world.said(),
    "paddock: There is no file of certificate authorities at /nowhere/ca.pem.\n  Give --ca (or PADDOCK_CA) the path of a PEM file.\n",
  );
});

tap.test(
  "a missing foreign base is pulled by build, --pull pulls it anew, localhost/ never",
  async (t) => {
    const world = testWorld(t, { files: PROFILES });
    const { podman } = world;
    const pull: FakeCall = { argv: ["pull", "--quiet", NODE], imageList: podman.imageList };
    podman.expect(
      VERSION_CALL,
      lookCall(podman, {}),
      lookCall(podman, {}),
      pull,
      ...firstBuildCalls(world).slice(1),
    );
    t.equal(await main(["build"], world.host), 0);
    t.match(world.said(), new RegExp(`^pulling ${NODE}\nbase: building`));
    podman.expect(lookCall(podman, BUILT), lookCall(podman, BUILT), pull, lookCall(podman, BUILT));
    t.equal(await main(["build", "--pull"], world.host), 0);
    t.equal(world.said(), `pulling ${NODE}\ndefault: ${DEFAULT} is fresh\n`);
  },
);

tap.test("a pull that fails", async (t) => {
  const world = testWorld(t, { files: PROFILES });
  world.podman.expect(VERSION_CALL, lookCall(world.podman, {}), lookCall(world.podman, {}), {
    argv: ["pull", "--quiet", NODE],
    stderr: "Error: no such host\n",
    status: 125,
  });
  t.equal(await main(["build"], world.host), 125);
  t.equal(
    world.said(),
    `pulling ${NODE}\npaddock: The base image ${NODE} could not be pulled: Error: no such host\n` +
      "  Check the network and the name in FROM, or load the image with `podman load`.\n",
  );
});

const failures: readonly [name: string, answer: Partial<FakeCall>, status: number, said: string][] =
  [
    [
      "a step that fails: its status, its number and its last words",
      {
        stdout: "STEP 1/2: FROM x\nearlier\nSTEP 2/2: RUN make\n",
        stderr: `${Array.from({ length: 14 }, (_, line) => `line ${line}`).join("\n")}\nred \u001B[31m\n`,
        status: 42,
      },
      42,
      "step 2/2, RUN make (status 42).\n" +
        Array.from({ length: 11 }, (_, line) => `  | line ${line + 3}\n`).join("") +
        "  | red \\x1b[31m",
    ],
    ["nothing said", { stdout: "", status: 125 }, 125, "its start (status 125)."],
    [
      "killed",
      { stdout: "STEP 1/9: FROM x\n", signal: "SIGKILL" },
      137,
      "step 1/9, FROM x (status 137).",
    ],
  ];
for (const [name, answer, status, said] of failures) {
  tap.test(`a failed build: ${name}; the image from before stays`, async (t) => {
    const world = await builtWorld(t);
    const record = `${world.host.settings.stateDirectory}/images/localhost_paddock-base_latest.json`;
    const before = readFileSync(record, "utf8");
    world.write("shipped/base/entrypoint.sh", "x");
    const call = buildCall(world, { profile: "base" });
    world.podman.expect(lookCall(world.podman, BUILT), { argv: call.argv, ...answer });
    t.equal(await main(["build"], world.host), status);
    t.ok(
      world
        .said()
        .endsWith(
          `paddock: The build of profile base failed at ${said}\n` +
            `  Mend ${world.root}/shipped/base/Containerfile; an image from before stays as it was.\n`,
        ),
    );
    t.equal(readFileSync(record, "utf8"), before, "the record is still that of the image");
    // The next build sees the same reason again, and the lock is free.
    world.podman.expect(
      lookCall(world.podman, BUILT),
      buildCall(world, { profile: "base" }),
      lookCall(world.podman, BUILT),
    );
    t.equal(await main(["build"], world.host), 0);
    t.match(world.said(), `base: building ${BASE} (entrypoint.sh changed)\n`);
  });
}

tap.test("Podman that builds and then does not have the image", async (t) => {
  const world = testWorld(t, { files: PROFILES });
  const calls = firstBuildCalls(world);
  world.podman.expect(
    VERSION_CALL,
    ...calls.slice(0, 3),
    lookCall(world.podman, { node: NODE_IMAGE }),
  );
  t.equal(await main(["build"], world.host), 1);
  t.match(world.said(), `paddock: Podman built ${BASE} and does not have it.\n`);
});

const until = async (ready: () => boolean): Promise<void> => {
  while (!ready()) await new Promise((resolve) => setTimeout(resolve, 10));
};

tap.test("C22 two builds at once: the second waits and finds it fresh", async (t) => {
  const world = testWorld(t, { files: PROFILES });
  const { podman, host, root } = world;
  const [look1, look2, base, look3, ...rest] = firstBuildCalls(world);
  if (!look1 || !look2 || !base || !look3) throw new Error("there are six calls");
  podman.expect(
    VERSION_CALL,
    look1,
    look2,
    { ...base, waitFor: `${root}/go` },
    // The second build remembers what the first one saw, and asks nothing before it has the lock.
    look3,
    ...rest,
    lookCall(podman, BUILT),
  );
  const lines: string[] = [];
  const second = {
    ...host,
    terminal: { ...host.terminal, say: (text: string) => void lines.push(text) },
  };
  const first = main(["build"], host);
  await until(() => existsSync(`${root}/bin/call-3`));
  const other = main(["build"], second);
  await until(() => lines.length > 0);
  t.same(lines, ["waiting for another build to end\n"]);
  writeFileSync(`${root}/go`, "");
  t.same(await Promise.all([first, other]), [0, 0], world.said());
  t.same(lines.slice(1), [`default: ${DEFAULT} is fresh\n`]);
});

const step = (profile: string, number: number, text: string): object => ({
  event: "step",
  profile,
  step: number,
  of: 2,
  text,
});

tap.test("--json: events on stdout, a line each; words for people stay on stderr", async (t) => {
  const world = testWorld(t, { files: PROFILES });
  world.podman.expect(VERSION_CALL, ...firstBuildCalls(world));
  t.equal(await main(["build", "--json"], world.host), 0);
  t.same(
    world
      .answered()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
    [
      { event: "stale", profile: "base", image: BASE, reason: "missing" },
      step("base", 1, "FROM x"),
      step("base", 2, "LABEL y"),
      { event: "built", profile: "base", image: BASE, id: idOf("b"), seconds: 0 },
      { event: "stale", profile: "default", image: DEFAULT, reason: "missing" },
      step("default", 1, "FROM x"),
      step("default", 2, "LABEL y"),
      { event: "built", profile: "default", image: DEFAULT, id: idOf("d"), seconds: 0 },
    ],
  );
  t.match(world.said(), /^base: building /);
});

tap.test("F17 Podman that cannot answer is not an absent image", async (t) => {
  const world = testWorld(t, { files: PROFILES });
  world.podman.expect(VERSION_CALL, {
    ...lookCall(world.podman, {}),
    stdout: "[]\n",
    stderr: "Error: permission denied while trying to connect\n",
    status: 125,
  });
  t.equal(await main(["build"], world.host), 1);
  t.equal(
    world.said(),
    "paddock: Podman could not say which images there are (status 125): Error: permission denied while trying to connect\n" +
      "  Run `podman image ls` to see the same error, and mend it first.\n",
  );
});

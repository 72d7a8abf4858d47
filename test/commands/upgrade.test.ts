import { generateKeyPairSync, sign } from "node:crypto";
import { chmodSync, statSync } from "node:fs";
import tap from "tap";
import type { Test } from "tap";
import { main } from "../../lib/cli.ts";
import { VERSION_CALL } from "../fake-podman.ts";
import { BASE, NODE } from "../profiles-for-tests.ts";
import { hashOf, integrityOf } from "../upgrade/packument-for-tests.ts";
import {
  containerfileOf,
  document,
  lockOf,
  manifestOf,
  PINNED,
  upgradeWorld,
} from "../upgrade/upgrade-for-tests.ts";
import type { Reply } from "../host/registry/registry-for-tests.ts";
import type { UpgradeWorld } from "../upgrade/upgrade-for-tests.ts";

const OTHER = PINNED.replaceAll("agent-cli", "other-cli").replaceAll("AGENT_CLI", "OTHER_CLI");

/** What a command prints as JSON. */
async function json(world: UpgradeWorld, ...words: readonly string[]): Promise<unknown> {
  world.answered();
  await main(["upgrade", ...words, "--json"], world.host);
  return JSON.parse(world.answered());
}

function isAt(t: Test, world: UpgradeWorld, version: string, profile = "shipped/base"): void {
  t.equal(world.read(`${profile}/Containerfile`), containerfileOf(version));
  t.equal(world.read(`${profile}/agents/agent-cli/package.json`), manifestOf(version));
  t.equal(world.read(`${profile}/agents/agent-cli/package-lock.json`), lockOf(version));
}

tap.test("--check changes nothing and ends 10 when an agent is not current", async (t) => {
  const world = await upgradeWorld(t);
  t.equal(await main(["upgrade", "--check"], world.host), 10);
  t.equal(
    world.answered(),
    [
      "AGENT      PINNED  NEWEST  CHOSEN  AGE   INTEGRITY  SIGNATURE    PROVENANCE",
      "agent-cli  1.0.0   2.0.0   2.0.0   32 d  ok         not offered  not offered",
      "  raise: 1.0.0 to 2.0.0",
      "",
    ].join("\n"),
  );
  isAt(t, world, "1.0.0");
});

tap.test(
  "--check ends 0 when all is current, and 1 when an agent cannot be looked up",
  async (t) => {
    const current = await upgradeWorld(t, {
      files: { "shipped/base/Containerfile": containerfileOf("2.0.0") },
    });
    t.equal(await main(["upgrade", "--check"], current.host), 0);
    t.match(current.answered(), /keep: it is current/);
    const gone = await upgradeWorld(t, { answers: { "/agent-cli": { status: 404, body: "{}" } } });
    t.equal(await main(["upgrade", "--check"], gone.host), 1);
    t.match(gone.answered(), /failed: The registry has no package agent-cli\.\s+Check the name/);
  },
);

tap.test("--dry-run shows the diff and changes nothing", async (t) => {
  const world = await upgradeWorld(t);
  t.equal(await main(["upgrade", "agent-cli", "--dry-run"], world.host), 0);
  const path = `${world.root}/shipped/base/Containerfile`;
  t.equal(
    world.answered().split("\n").slice(3).join("\n"),
    [
      `--- ${path}`,
      `+++ ${path}`,
      "@@ -3,2 +3,2 @@",
      "-ARG AGENT_CLI_VER=1.0.0",
      `-ARG AGENT_CLI_HASH=${hashOf("agent-cli@1.0.0")}`,
      "+ARG AGENT_CLI_VER=2.0.0",
      `+ARG AGENT_CLI_HASH=${hashOf("agent-cli@2.0.0")}`,
      "",
    ].join("\n"),
  );
  isAt(t, world, "1.0.0");
  t.notOk(world.host.files.facts(`${world.host.settings.stateDirectory}/upgrades.jsonl`));
});

tap.test(
  "in a git clone pin and lock are rewritten in place, with a receipt; undone as one",
  async (t) => {
    const world = await upgradeWorld(t);
    t.equal(await main(["upgrade"], world.host), 0);
    const path = `${world.root}/shipped/base/Containerfile`;
    t.ok(world.answered().endsWith(`agent-cli: 1.0.0 to 2.0.0 in ${path}\n`));
    isAt(t, world, "2.0.0");
    const receipt = {
      id: 1,
      run: 1,
      time: "2026-01-02T00:00:00.000Z",
      agent: "agent-cli",
      package: "agent-cli",
      profile: "base",
      containerfile: path,
      from: { version: "1.0.0", hash: hashOf("agent-cli@1.0.0") },
      to: { version: "2.0.0", hash: hashOf("agent-cli@2.0.0") },
      integrity: "ok",
      signature: "not offered",
      provenance: "not offered",
      images: [],
    };
    t.same(await json(world, "--history"), [receipt]);

    t.equal(await main(["upgrade", "--undo"], world.host), 0);
    t.equal(world.answered(), `agent-cli: 2.0.0 to 1.0.0 in ${path}\n`);
    isAt(t, world, "1.0.0");
    t.same(await json(world, "--history"), [{ ...receipt, ended: "undone" }]);
    t.same(await json(world, "--history", "agent-cli"), [{ ...receipt, ended: "undone" }]);
    t.same(await json(world, "--history", "other"), []);
    t.equal(await main(["upgrade", "--history"], world.host), 0);
    t.equal(
      world.answered(),
      [
        "TIME              AGENT      FROM   TO     SIGNATURE    PROVENANCE   STATE",
        "2026-01-02 00:00  agent-cli  1.0.0  2.0.0  not offered  not offered  undone",
        "",
      ].join("\n"),
    );
    t.equal(await main(["upgrade", "--undo"], world.host), 2);
    t.match(world.said(), /There is no upgrade to undo/);
  },
);

tap.test("receipts are only added: what was written stays as it was, byte by byte", async (t) => {
  const world = await upgradeWorld(t);
  const file = "home/.local/state/paddock/upgrades.jsonl";
  await main(["upgrade"], world.host);
  const first = world.read(file);
  await main(["upgrade", "--undo", "agent-cli"], world.host);
  await main(["upgrade"], world.host);
  t.ok(world.read(file).startsWith(first));
  t.equal(world.read(file).trimEnd().split("\n").length, 3);
  t.match(await json(world, "--history"), [
    { id: 1, ended: "undone" },
    { id: 2, run: 2 },
  ]);
});

tap.test("an undo refuses a pin that someone changed since", async (t) => {
  const world = await upgradeWorld(t);
  await main(["upgrade"], world.host);
  world.write("shipped/base/Containerfile", containerfileOf("3.0.0"));
  t.equal(await main(["upgrade", "--undo"], world.host), 1);
  t.match(world.said(), /agent-cli is pinned at 3\.0\.0, not at 2\.0\.0/);
  t.equal(world.read("shipped/base/Containerfile"), containerfileOf("3.0.0"));
  t.equal(world.read("shipped/base/agents/agent-cli/package-lock.json"), lockOf("2.0.0"));
});

tap.test(
  "a shipped profile of an installed package is copied whole, and the copy is rewritten",
  async (t) => {
    const world = await upgradeWorld(t, {
      files: { ".git/": "", "shipped/base/install.sh": "#!/bin/sh\n" },
      wrapFiles: (files) => ({
        ...files,
        facts: (path) => (path.endsWith("/.git") ? undefined : files.facts(path)),
      }),
    });
    chmodSync(`${world.root}/shipped/base/install.sh`, 0o555);
    t.equal(await main(["upgrade"], world.host), 0);
    const copy = "home/.config/paddock/profiles/base";
    t.equal(
      world.said(),
      `Profile base of Paddock 1.2.3 was copied to ${world.root}/${copy}/Containerfile, which takes its place.\n`,
    );
    isAt(t, world, "1.0.0");
    isAt(t, world, "2.0.0", copy);
    t.equal(statSync(`${world.root}/${copy}/install.sh`).mode & 0o777, 0o755);
    const origins = JSON.parse(world.read("home/.local/state/paddock/origins.json"));
    t.match(origins, { base: { profile: "base", version: "1.2.3" } });
    await main(["upgrade", "--undo"], world.host);
    isAt(t, world, "1.0.0", copy);
  },
);

tap.test("one agent that fails stops no other, and the status tells", async (t) => {
  const own = "home/.config/paddock/profiles";
  const world = await upgradeWorld(t, {
    files: { [`${own}/other/Containerfile`]: OTHER, [`${own}/wrong/Containerfile`]: "FROM\n" },
  });
  t.equal(await main(["upgrade"], world.host), 1);
  const answer = world.answered();
  t.match(answer, /agent-cli: 1\.0\.0 to 2\.0\.0/);
  t.match(answer, /failed: The registry has no package other-cli/);
  t.match(world.said(), /Profile wrong: /);
  isAt(t, world, "2.0.0");
  t.equal(world.read(`${own}/other/Containerfile`), OTHER);
});

const KEPT: readonly [name: string, words: string[], body: string | undefined, note: RegExp][] = [
  [
    "D06 an archive that is not what was promised",
    [],
    "something else",
    /failed: 2\.0\.0 is not to be trusted.*\. Do not use it/s,
  ],
  [
    "D24 a release that is too young waits",
    ["--min-age", "60d"],
    undefined,
    /wait: 2\.0\.0 is too young/,
  ],
  [
    "a version that is not there",
    ["agent-cli", "--to", "9.9.9"],
    undefined,
    /failed: .*9\.9\.9\. Name a stable/,
  ],
];
for (const [name, words, body, note] of KEPT) {
  tap.test(`${name}: the pin stays`, async (t) => {
    const answers =
      body === undefined ? {} : { "/agent-cli/-/agent-cli-2.0.0.tgz": { status: 200, body } };
    const world = await upgradeWorld(t, { answers });
    await main(["upgrade", ...words], world.host);
    t.match(world.answered(), note);
    isAt(t, world, "1.0.0");
    t.same(await json(world, "--history"), []);
  });
}

tap.test("D16 what changed in trust needs --accept", async (t) => {
  const releases = document() as { versions: Record<string, object> };
  releases.versions["2.0.0"] = { ...releases.versions["2.0.0"], hasInstallScript: true };
  const answers = { "/agent-cli": { status: 200, body: JSON.stringify(releases) } };
  const world = await upgradeWorld(t, { answers });
  t.equal(await main(["upgrade"], world.host), 0);
  t.match(world.answered(), /skip: 2\.0\.0 needs --accept/);
  isAt(t, world, "1.0.0");
  t.equal(await main(["upgrade", "--accept"], world.host), 0);
  isAt(t, world, "2.0.0");
});

const USAGE: readonly [name: string, words: readonly string[], said: RegExp][] = [
  ["two modes at once", ["--check", "--undo"], /--check and --undo do not go together/],
  ["a build where nothing changes", ["--check", "--rebuild"], /--check and --rebuild do not go/],
  ["a version to go back to", ["--undo", "x", "--to", "1.0.0"], /--undo and --to do not go/],
  ["--to without an agent", ["--to", "2.0.0"], /--to is the version of one agent/],
  ["an age without a unit", ["--min-age", "36"], /--min-age is hours or days/],
  ["an agent that no profile pins", ["nobody"], /No profile pins an agent nobody/],
];
for (const [name, words, said] of USAGE) {
  tap.test(`refused: ${name}`, async (t) => {
    const world = await upgradeWorld(t);
    t.equal(await main(["upgrade", ...words], world.host), 2);
    t.match(world.said(), said);
    isAt(t, world, "1.0.0");
  });
}

tap.test("--json: a plan with all that was found out", async (t) => {
  const world = await upgradeWorld(t);
  t.match(await json(world, "--check"), {
    agents: [
      {
        agent: "agent-cli",
        profile: "base",
        plan: "raise",
        pinned: "1.0.0",
        chosen: "2.0.0",
        integrity: "ok",
        signature: "not offered",
        provenance: "not offered",
      },
    ],
    failures: [],
  });
});

/** What a change leaves that was killed once all new files lay beside the old ones, and one of them was in place. */
function killedChange(world: UpgradeWorld): void {
  const folder = `${world.root}/shipped/base`;
  const file = (name: string, was: string, text: string): object => ({
    path: `${folder}/${name}`,
    beside: `${folder}/${name}.beside`,
    was,
    text,
  });
  const lock = "agents/agent-cli/package-lock.json";
  const manifest = "agents/agent-cli/package.json";
  const entries = [
    file("Containerfile", containerfileOf("1.0.0"), containerfileOf("2.0.0")),
    file(manifest, manifestOf("1.0.0"), manifestOf("2.0.0")),
    file(lock, lockOf("1.0.0"), lockOf("2.0.0")),
  ];
  world.write("shipped/base/Containerfile", containerfileOf("2.0.0"));
  const journal = JSON.stringify({ phase: "replacing", entries });
  world.write("home/.local/state/paddock/replacing/journal.json", journal);
}

tap.test("an upgrade first settles one that was killed", async (t) => {
  const world = await upgradeWorld(t);
  killedChange(world);
  t.equal(await main(["upgrade"], world.host), 0);
  t.match(world.answered(), /keep: it is current/);
  isAt(t, world, "2.0.0");
});

tap.test("a build first settles an upgrade that was killed", async (t) => {
  const world = await upgradeWorld(t);
  killedChange(world);
  world.podman.expect(VERSION_CALL, { argv: ["image", "inspect", NODE, BASE], status: 1 });
  // Podman has no answer here: the build goes no further.
  t.equal(await main(["build", "base"], world.host), 1);
  isAt(t, world, "2.0.0");
});

const pair = generateKeyPairSync("ec", { namedCurve: "prime256v1" });

/** The answers of a registry that signs its releases; `signed` is what 2.0.0 bears a signature of. */
function signedAnswers(signed: string): Readonly<Record<string, Reply>> {
  const sig = sign("sha256", Buffer.from(signed), pair.privateKey).toString("base64");
  const releases = document() as { versions: Record<string, { dist: object }> };
  const release = releases.versions["2.0.0"];
  if (release) release.dist = { ...release.dist, signatures: [{ keyid: "SHA256:k", sig }] };
  const key = pair.publicKey.export({ type: "spki", format: "der" }).toString("base64");
  const keys = [{ keyid: "SHA256:k", key, expires: null }];
  return {
    "/agent-cli": { status: 200, body: JSON.stringify(releases) },
    "/-/npm/v1/keys": { status: 200, body: JSON.stringify({ keys }) },
  };
}

tap.test("a receipt names the key that signed the release", async (t) => {
  const integrity = integrityOf("agent-cli@2.0.0");
  const world = await upgradeWorld(t, { answers: signedAnswers(`agent-cli@2.0.0:${integrity}`) });
  t.equal(await main(["upgrade"], world.host), 0);
  t.match(await json(world, "--history"), [{ signature: "ok", signatureKey: "SHA256:k" }]);
});

tap.test("a release with a wrong signature is not taken", async (t) => {
  const world = await upgradeWorld(t, { answers: signedAnswers("agent-cli@2.0.0:other") });
  t.equal(await main(["upgrade"], world.host), 1);
  t.match(world.answered(), /failed: 2\.0\.0 is not to be trusted: the signature/);
  isAt(t, world, "1.0.0");
});

tap.test("an agent whose lock cannot be made stays", async (t) => {
  const world = await upgradeWorld(t);
  world.write("bin/npm", "#!/bin/sh\nexit 1\n", 0o755);
  t.equal(await main(["upgrade"], world.host), 1);
  t.match(world.answered(), /failed: No lock for agent-cli 2\.0\.0/);
  isAt(t, world, "1.0.0");
});

tap.test("a pin without a lock beside it is rewritten alone, and that is said", async (t) => {
  const path = "home/.config/paddock/profiles/own/Containerfile";
  const world = await upgradeWorld(t, {
    files: {
      [path]: OTHER.replace("depName=other-cli", "depName=agent-cli").replace(
        /HASH=.*/,
        `HASH=${hashOf("agent-cli@1.0.0")}`,
      ),
    },
  });
  t.equal(await main(["upgrade", "other-cli"], world.host), 0);
  t.match(world.answered(), /has no lock: only the package itself is pinned/);
  t.match(world.read(path), `OTHER_CLI_HASH=${hashOf("agent-cli@2.0.0")}`);
  t.notOk(world.host.files.facts(`${world.root}/${path}/../agents`));
  isAt(t, world, "1.0.0");
});

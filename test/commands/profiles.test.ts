import { symlinkSync } from "node:fs";
import tap from "tap";
import { main } from "../../lib/cli.ts";
import { idOf, inspectCall } from "../fake-podman.ts";
import { initProfile } from "../../lib/profile/init-profile.ts";
import { testWorld } from "../host-for-tests.ts";
import type { World } from "../host-for-tests.ts";
import { BASE, BY_HAND, DEFAULT, NODE, PROFILES } from "../profiles-for-tests.ts";

const FILES = {
  ...PROFILES,
  "home/.config/paddock/profiles/broken/Containerfile": "FROM\n",
  "home/.config/paddock/profiles/child/Containerfile": `FROM ${DEFAULT}\n`,
  "home/.config/paddock/profiles/twice/Containerfile":
    'FROM scratch\nLABEL run="podman run a" RUN="podman run b"\n',
  "home/.config/paddock/profiles/empty/Containerfile": `FROM ${DEFAULT}\nLABEL run=\n`,
  "home/.config/paddock/profiles/Not A Name/Containerfile": "FROM scratch\n",
  "home/.config/paddock/profiles/no-file/": "",
};

function look(world: World): void {
  world.podman.expect(
    inspectCall(world.podman, {
      [NODE]: BY_HAND.node,
      [BASE]: BY_HAND.base,
      [DEFAULT]: BY_HAND.default,
      "localhost/paddock:child": { id: idOf("c"), created: "2025-01-01T00:00:00Z" },
      "localhost/paddock:empty": undefined,
      "localhost/paddock:twice": undefined,
    }),
  );
}

tap.test("a profile that cannot be looked at is a row, and the others are listed", async (t) => {
  const loop = "home/.config/paddock/profiles/loop";
  const world = testWorld(t, { files: { ...PROFILES, [`${loop}/`]: "" } });
  symlinkSync("Containerfile", `${world.root}/${loop}/Containerfile`);
  world.podman.expect(
    inspectCall(world.podman, {
      [NODE]: BY_HAND.node,
      [BASE]: BY_HAND.base,
      [DEFAULT]: BY_HAND.default,
    }),
  );
  t.equal(await main(["profiles", "--json"], world.host), 0);
  t.match(JSON.parse(world.answered()), [
    { name: "base", state: "fresh" },
    { name: "default", state: "fresh" },
    { name: "loop", state: "broken: its Containerfile cannot be read", origin: "user" },
  ]);
});

tap.test(
  "a table: base and default first, one look for all, and what is wrong with a profile",
  async (t) => {
    const world = testWorld(t, { files: FILES });
    look(world);
    t.equal(await main(["profiles"], world.host), 0);
    const own = `${world.home}/.config/paddock/profiles`;
    t.equal(
      world.answered().replace(/(broken: ).*/, "$1..."),
      [
        "PROFILE  IMAGE                          RUN LABEL  STATE",
        "base     localhost/paddock-base:latest  none       fresh",
        `  ${world.root}/shipped/base/Containerfile`,
        "default  localhost/paddock:latest       run        fresh",
        `  ${world.root}/shipped/default/Containerfile`,
        "broken   localhost/paddock:broken       none       broken: ...",
        `  ${own}/broken/Containerfile`,
        `child    localhost/paddock:child        inherited  its Containerfile is newer, its base ${DEFAULT} changed`,
        `  ${own}/child/Containerfile`,
        "empty    localhost/paddock:empty        blank      missing",
        `  ${own}/empty/Containerfile`,
        "twice    localhost/paddock:twice        several    missing",
        `  ${own}/twice/Containerfile`,
        "",
      ].join("\n"),
    );
    t.equal(world.said(), "");
  },
);

tap.test("--json", async (t) => {
  const world = testWorld(t, { files: PROFILES });
  world.podman.expect(
    inspectCall(world.podman, { [NODE]: undefined, [BASE]: undefined, [DEFAULT]: undefined }),
  );
  t.equal(await main(["profiles", "--json"], world.host), 0);
  t.same(JSON.parse(world.answered()), [
    {
      name: "base",
      tag: BASE,
      origin: "shipped",
      containerfile: `${world.root}/shipped/base/Containerfile`,
      state: "missing",
      label: "none",
    },
    {
      name: "default",
      tag: DEFAULT,
      origin: "shipped",
      containerfile: `${world.root}/shipped/default/Containerfile`,
      state: "missing",
      label: "run",
    },
  ]);
});

tap.test("a copy of a shipped profile says when that one changed", async (t) => {
  const world = testWorld(t, { files: PROFILES, environment: { PADDOCK_PODMAN: "nothing" } });
  initProfile(world.host, "mine", "default");
  const copiedFrom = { profile: "default", version: "1.2.3", state: "same", changedFiles: [] };
  const mine = async (): Promise<unknown> => {
    t.equal(await main(["profiles", "--json"], world.host), 0);
    return JSON.parse(world.answered()).find((row: { name: string }) => row.name === "mine");
  };
  t.match(await mine(), { origin: "user", copiedFrom });
  world.write("shipped/default/new", "");
  const changed = { ...copiedFrom, state: "changed", changedFiles: ["new"] };
  t.match(await mine(), { origin: "user", copiedFrom: changed });
  t.equal(await main(["profiles"], world.host), 0);
  t.match(world.answered(), /^mine .* unknown: no Podman; the shipped default changed since$/m);
  t.equal(await main(["profiles", "--diff", "mine"], world.host), 0);
  t.match(world.answered(), "+++ b/new");
  world.host.files.removeTree(`${world.root}/shipped/default`);
  t.equal(await main(["profiles"], world.host), 0);
  t.match(world.answered(), "; the shipped default is gone");
});

tap.test("the agents of an image, as its label names them; in 60 columns", async (t) => {
  const world = testWorld(t, { files: PROFILES, columns: 60 });
  const base = {
    id: idOf("b"),
    labels: { "paddock.agents": "opencode-ai=1.18.18 gemini-cli=0.61.0" },
  };
  world.podman.expect(
    inspectCall(world.podman, { [NODE]: BY_HAND.node, [BASE]: base, [DEFAULT]: undefined }),
  );
  t.equal(await main(["profiles", "--json"], world.host), 0);
  const [first, second] = JSON.parse(world.answered());
  t.same(first.agents, { "opencode-ai": "1.18.18", "gemini-cli": "0.61.0" });
  t.notOk("agents" in second);
  await main(["profiles"], world.host);
  const path = `  ${world.root}/shipped/base/Containerfile`;
  t.match(
    world.answered(),
    `base     ${BASE}  none       fresh\n  with opencode-ai 1.18.18, gemini-cli 0.61.0\n${path}\n`,
  );
});

tap.test("without Podman the profiles are listed all the same", async (t) => {
  const world = testWorld(t, { files: PROFILES, environment: { PADDOCK_PODMAN: "nothing" } });
  t.equal(await main(["profiles"], world.host), 0);
  t.match(world.answered(), /^default +\S+ +run +unknown: no Podman$/m);
});

import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import tap from "tap";
import { main } from "../../../lib/cli.ts";
import type { World } from "../../host-for-tests.ts";
import { freshWorld } from "../../profiles-for-tests.ts";

/** The folders that launches have shown to their sandboxes, the latest last. */
function folders(world: World): readonly string[] {
  return world.sessions.map(({ argv }) => {
    const flag = argv.find((word) => word.includes("dst=/run/paddock"));
    return /src=(?<path>[^,]+),/.exec(flag ?? "")?.groups?.["path"] ?? "";
  });
}

async function launch(world: World): Promise<string> {
  const status = await main(["run", "--yes"], world.host);
  if (status !== 0) throw new Error(world.said());
  return folders(world).at(-1) ?? "";
}

tap.test("a folder named by its content, for reading only, behind a private one", async (t) => {
  const world = freshWorld(t);
  const folder = await launch(world);
  const file = `${folder}/policy.json`;
  t.match(folder, /\/state\/paddock\/policies\/[0-9a-f]{64}$/);
  t.equal(statSync(file).mode & 0o777, 0o444);
  t.equal(statSync(folder).mode & 0o777, 0o755);
  t.equal(statSync(`${world.home}/.local/state/paddock/policies`).mode & 0o777, 0o700);
  const view = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  t.same(Object.keys(view), ["about", "paddock", "profile", "rows", "denied"]);
  t.match(view, { paddock: "1.2.3", profile: "default" });
  t.equal(await launch(world), folder, "the same launch, the same folder");
});

const spoiled: readonly [name: string, spoil: (folder: string) => void][] = [
  ["gone", (folder) => rmSync(folder, { recursive: true })],
  ["empty", (folder) => rmSync(`${folder}/policy.json`)],
  [
    "rewritten",
    (folder) => {
      rmSync(`${folder}/policy.json`);
      writeFileSync(`${folder}/policy.json`, "{}");
    },
  ],
  ["made writable", (folder) => chmodSync(`${folder}/policy.json`, 0o644)],
];
for (const [name, spoil] of spoiled) {
  tap.test(`a folder that is ${name} is made anew`, async (t) => {
    const world = freshWorld(t);
    const folder = await launch(world);
    const before = readFileSync(`${folder}/policy.json`, "utf8");
    spoil(folder);
    t.equal(await launch(world), folder);
    t.equal(readFileSync(`${folder}/policy.json`, "utf8"), before);
    t.equal(statSync(`${folder}/policy.json`).mode & 0o777, 0o444);
  });
}

tap.test("another launch, another folder; a dry run makes none", async (t) => {
  const world = freshWorld(t);
  const folder = await launch(world);
  t.equal(await main(["run", "--dry-run", "--runtime", "runc", "--json"], world.host), 0);
  const { additions, argv } = JSON.parse(world.answered()) as {
    additions: { words: string[] }[];
    argv: string[];
  };
  t.notMatch(argv.join(" "), "/run/paddock", "the argv is the label's");
  t.equal(additions.length, 1);
  const other = /src=(?<path>[^,]+),/.exec(additions[0]?.words[0] ?? "")?.groups?.["path"] ?? "";
  t.not(other, folder);
  t.notOk(existsSync(other));
  t.equal(await main(["run", "--dry-run", "--runlabel", "--json"], world.host), 0);
  t.match(JSON.parse(world.answered()), { additions: [] }, "runlabel adds nothing");
});

for (const flag of [
  "-v /srv:/run/paddock",
  "--tmpfs /run/paddock/x",
  "--tmpfs /run/paddock-proxy",
  "-v /srv:/var/run/../run/paddock",
]) {
  tap.test(`a label cannot mount there: ${flag}`, async (t) => {
    const world = freshWorld(t, {
      files: {
        "home/.config/paddock/profiles/x/Containerfile": `FROM scratch\nLABEL run="podman run ${flag} localhost/paddock:x"\n`,
      },
    });
    t.equal(await main(["explain", "x"], world.host), 0);
    t.match(world.answered(), /is where Paddock tells the sandbox of itself/);
    await launch(world);
  });
}

tap.test("nor can it mount Paddock's own folder of policies, anywhere", async (t) => {
  const world = freshWorld(t);
  const folder = await launch(world);
  world.write(
    "home/.config/paddock/profiles/x/Containerfile",
    `FROM scratch\nLABEL paddock.allow="mount=${folder}"\nLABEL run="podman run -v ${folder}:/x:ro localhost/paddock:x"\n`,
  );
  t.equal(await main(["explain", "x"], world.host), 0);
  t.match(world.answered(), /a launch is refused: .*policies.*Paddock's own files/);
});

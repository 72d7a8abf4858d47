import { readFileSync } from "node:fs";
import tap from "tap";
import { main } from "../../lib/cli.ts";
import { inspectCall } from "../fake-podman.ts";
import { testWorld } from "../host-for-tests.ts";
import type { World } from "../host-for-tests.ts";
import { DEFAULT, LABEL, PROFILES } from "../profiles-for-tests.ts";

const NO_PODMAN = { PADDOCK_PODMAN: "/nowhere/podman" };
const OWN = "home/.config/paddock/profiles";

function profile(name: string, label: string): Record<string, string> {
  const text = label.replaceAll("$", "\\$");
  return {
    [`${OWN}/${name}/Containerfile`]: `FROM localhost/paddock-base:latest\nLABEL run="${text}"\n`,
  };
}

function rowsOf(world: World): string[] {
  const answer = JSON.parse(world.answered()) as { rows: { topic: string; text: string }[] };
  return answer.rows.map(({ topic, text }) => `${topic}: ${text}`);
}

tap.test("rows of the label, with no Podman on the machine", async (t) => {
  const world = testWorld(t, {
    files: { ...PROFILES, ...profile("go", LABEL.replace("paddock:latest", "paddock:go")) },
    environment: NO_PODMAN,
    columns: 80,
  });
  t.equal(await main(["explain"], world.host), 0);
  const text = world.answered();
  t.match(
    text,
    /^profile {5}default\n {12}\(.*\/shipped\/default\/Containerfile\)\nsandbox {5}a container that shares this machine's kernel/,
  );
  t.match(text.replaceAll(/\s+/g, " "), `the workspace ${world.home}/project, as /work`);
  t.match(text.replaceAll(/\s+/g, " "), "of the profile go", "the shared home is told");
  t.equal(world.said(), "");
  t.same(world.podman.calls(), []);
});

tap.test("as JSON: the policy and the rows", async (t) => {
  const world = testWorld(t, { files: PROFILES, environment: NO_PODMAN });
  t.equal(await main(["explain", "default", "--json"], world.host), 0);
  const answer = JSON.parse(world.answered()) as Record<string, unknown>;
  t.same(Object.keys(answer), ["profile", "containerfile", "image", "label", "policy", "rows"]);
  t.match(answer, { profile: "default", image: DEFAULT, policy: { hostname: "box" } });
});

tap.test("the shipped profiles, each with its agents", async (t) => {
  for (const [name, agents] of [
    ["default", /agents opencode-ai \d.*, .*gemini-cli \d/],
    ["claude", /agents .*claude-code \d/],
    ["codex", /agents .*codex \d/],
    ["guarded", /agents opencode-ai \d/],
  ] as const) {
    const files = Object.fromEntries(
      ["base", "default", name].map((folder) => [
        `shipped/${folder}/Containerfile`,
        readFileSync(`profiles/${folder}/Containerfile`, "utf8"),
      ]),
    );
    const world = testWorld(t, { files, environment: NO_PODMAN });
    t.equal(await main(["explain", name, "--json"], world.host), 0, world.said());
    const rows = rowsOf(world);
    t.ok(
      rows.some((row) => row.startsWith("can run") && agents.test(row)),
      rows.join("\n"),
    );
    t.ok(rows.includes("sandbox: 8192 MiB of memory"));
    t.same(
      rows.filter((row) => row.startsWith("warning")),
      name === "guarded" ? [] : ["warning: nothing limits to which hosts it can send what it sees"],
    );
  }
});

tap.test("a Containerfile anywhere, and what a launch would be refused for is a row", async (t) => {
  const label = `podman run --privileged -v $HOME:/h ${DEFAULT}`;
  const world = testWorld(t, {
    files: { ...PROFILES, "home/project/Containerfile": `FROM scratch\nLABEL run='${label}'\n` },
    environment: NO_PODMAN,
  });
  t.equal(
    await main(["explain", "--file", "Containerfile", "--json"], world.host),
    0,
    world.said(),
  );
  const rows = rowsOf(world);
  t.ok(rows.includes("warning: a launch is refused: --privileged takes every wall down."));
  t.ok(rows.some((row) => /refused: .*home directory/.test(row)));
  t.equal(await main(["explain", "--file", "nothing-here"], world.host), 2);
  t.match(world.said(), /There is no file .*nothing-here/);
  t.equal(await main(["explain", "--file", "."], world.host), 2);
  t.match(
    world.said(),
    /project\/\. cannot be read\.\n {2}Name a Containerfile, and make it readable/,
  );
});

tap.test("from the home directory, where no launch is allowed", async (t) => {
  const world = testWorld(t, { files: PROFILES, environment: NO_PODMAN, cwd: "home" });
  t.equal(await main(["explain", "--json"], world.host), 0);
  t.ok(
    rowsOf(world).some((row) => /^warning: a launch is refused: .*your home directory/.test(row)),
  );
});

tap.test("what paddock.allow names is shown as allowed", async (t) => {
  const text = `FROM scratch\nLABEL paddock.allow=device=/dev/fuse\nLABEL run='podman run --device /dev/fuse localhost/paddock:fuse'\n`;
  const world = testWorld(t, {
    files: { ...PROFILES, [`${OWN}/fuse/Containerfile`]: text },
    environment: NO_PODMAN,
  });
  t.equal(await main(["explain", "fuse", "--json"], world.host), 0, world.said());
  t.ok(rowsOf(world).some((row) => /^allowed: .*\/dev\/fuse/.test(row)));
});

tap.test("podman is asked where only a foreign base can have the label", async (t) => {
  const foreign = "docker.io/library/agent:1";
  const world = testWorld(t, {
    files: { [`${OWN}/kept/Containerfile`]: `FROM ${foreign}\n` },
  });
  world.podman.expect(
    inspectCall(world.podman, {
      [foreign]: {
        id: "a".repeat(64),
        labels: { run: "podman run --network=none localhost/paddock:kept" },
      },
      "localhost/paddock:kept": undefined,
    }),
  );
  t.equal(await main(["explain", "kept"], world.host), 0, world.said());
  t.match(world.answered(), /can reach {3}nothing: this sandbox is offline/);
});

tap.test("--diff of another profile", async (t) => {
  const label = LABEL.replace("paddock:latest", "paddock:go").replace(
    "--hostname box",
    "--hostname box --network none",
  );
  const world = testWorld(t, {
    files: { ...PROFILES, ...profile("go", label) },
    environment: NO_PODMAN,
  });
  t.equal(await main(["explain", "go", "--diff", "default"], world.host), 0);
  t.match(
    world.answered(),
    /narrowed +can reach: any host.*\n +now: nothing: this sandbox is offline\n/,
  );
  t.equal(await main(["explain", "--diff", "default"], world.host), 0);
  t.equal(world.answered(), "no difference\n");
  t.equal(await main(["explain", "--diff", "nope"], world.host), 2);
});

tap.test("without Podman a label that only a foreign base could have is no label", async (t) => {
  const world = testWorld(t, {
    files: { [`${OWN}/kept/Containerfile`]: "FROM docker.io/library/agent:1\n" },
    environment: NO_PODMAN,
  });
  t.equal(await main(["explain", "kept"], world.host), 2);
  t.match(world.said(), /^paddock: Profile kept has no label run\.\n/);
});

tap.test("A36 a file that cannot be read is named once", async (t) => {
  const world = testWorld(t, {
    files: { "home/project/Containerfile": 'FROM scratch\nLABEL run="podman\n' },
    environment: NO_PODMAN,
  });
  t.equal(await main(["explain", "--file", "Containerfile"], world.host), 2);
  t.equal(world.said().split("/Containerfile: ").length, 2, world.said());
});

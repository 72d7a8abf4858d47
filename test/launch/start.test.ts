import { chmodSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import tap from "tap";
import { main } from "../../lib/cli.ts";
import { handOver } from "../../lib/host/process/hand-over.ts";
import { idOf } from "../fake-podman.ts";
import type { FakeCall } from "../fake-podman.ts";
import type { World } from "../host-for-tests.ts";
import { freshWorld } from "../profiles-for-tests.ts";

/** The call that a launch of the default profile comes to, with a command that this answers. */
function runCall(world: World, answer: Partial<FakeCall>): FakeCall {
  return {
    argv: [
      "run",
      "/^--cidfile=.*/paddock-[0-9]+-[0-9]+\\.id$/",
      "/^--mount=type=bind,src=.*/policies/[0-9a-f]{64},dst=/run/paddock,ro=true,relabel=shared$/",
      "--rm",
      "-i",
      "--pull=never",
      "--http-proxy=false",
      "--hostname",
      "box",
      "-v",
      `${world.home}/.local/share/paddock/homes/default:/home/ai`,
      "-v",
      `${world.home}/project:/work`,
      "--workdir",
      "/work",
      "localhost/paddock:latest",
      "true",
    ],
    ...answer,
  };
}

const endings: readonly [name: string, answer: Partial<FakeCall>, status: number][] = [
  ["0", { status: 0 }, 0],
  ["7", { status: 7 }, 7],
  ["Podman's own 125", { status: 125 }, 125],
  ["a command that cannot be started", { status: 127 }, 127],
  ["SIGKILL", { signal: "SIGKILL" }, 137],
  ["SIGTERM", { signal: "SIGTERM" }, 143],
];
for (const [name, answer, status] of endings) {
  tap.test(`a launch ends as its command ended: ${name}`, async (t) => {
    const world = freshWorld(t, { handOver });
    world.podman.expect(runCall(world, answer));
    t.equal(await main(["run", "--yes", "--", "true"], world.host), status);
  });
}

tap.test("the id file is taken away, whatever came of the launch", async (t) => {
  const places: string[] = [];
  for (const fails of [false, true]) {
    const world = freshWorld(t, {
      handOver: async (session) => {
        const place = session.argv[2]?.replace("--cidfile=", "") ?? "";
        places.push(place);
        writeFileSync(place, idOf("c"));
        if (fails) throw new Error("the child did not start");
        return { status: 0 };
      },
    });
    t.equal(await main(["run", "--yes"], world.host), fails ? 125 : 0);
    t.same(readdirSync(world.host.settings.stateDirectory), ["policies"]);
  }
  t.not(places[0], places[1], "each launch has a name of its own");
});

const PS = ["ps", "--all", "--quiet", "--no-trunc"];
const rm = (id: string): { readonly argv: readonly string[] } => ({
  argv: ["rm", "--force", "--time", "0", "--ignore", id],
});

tap.test("the end by force takes the container whose id podman wrote down", async (t) => {
  const world = freshWorld(t, {
    handOver: async (session) => {
      writeFileSync(session.argv[2]?.replace("--cidfile=", "") ?? "", `${idOf("c")}\n`);
      await session.attendance?.end();
      return { status: 137 };
    },
  });
  world.podman.expect(rm(idOf("c")));
  t.equal(await main(["run", "--yes"], world.host), 137);
});

const unwritten: readonly [name: string, id: string | undefined][] = [
  ["none", undefined],
  ["half a file", "abc"],
  ["words that are no id", "--all"],
];
for (const [name, id] of unwritten) {
  tap.test(`no id was written down (${name}): the container made by this very call`, async (t) => {
    for (const made of [false, true]) {
      const world = freshWorld(t, {
        handOver: async (session) => {
          const flag = session.argv[2] ?? "";
          if (id !== undefined) writeFileSync(flag.replace("--cidfile=", ""), id);
          const other = `${idOf("a")} ${JSON.stringify(["podman", "run", `${flag}x`])}`;
          const own = `${idOf("b")} ${JSON.stringify(["podman", "run", flag])}`;
          const all = made ? [idOf("a"), idOf("b")] : [idOf("a")];
          world.podman.expect({ argv: PS, stdout: `${all.join("\n")}\n` });
          world.podman.expect({
            argv: [
              "container",
              "inspect",
              "--format={{.Id}} {{json .Config.CreateCommand}}",
              ...all,
            ],
            stdout: made ? `${other}\n${own}\n` : `${other}\n`,
          });
          if (made) world.podman.expect(rm(idOf("b")));
          await session.attendance?.end();
          return { status: 137 };
        },
      });
      t.equal(await main(["run", "--yes"], world.host), 137);
    }
  });
}

tap.test("a runtime directory of one's own holds the id and the link", async (t) => {
  const world = freshWorld(t);
  const settings = { ...world.host.settings, uid: process.getuid?.() ?? 0 };
  const runtimeDirectory = `${world.root}/run`;
  world.write("run/", "");
  chmodSync(runtimeDirectory, 0o700);
  // Root is refused, so the launch is prepared as an ordinary user and only then looked at.
  const host = {
    ...world.host,
    settings: { ...settings, uid: 1000, runtimeDirectory },
    files: {
      ...world.host.files,
      facts: (path: string) => {
        const facts = world.host.files.facts(path);
        return facts && path === runtimeDirectory ? { ...facts, uid: 1000 } : facts;
      },
    },
  };
  t.equal(await main(["run", "--yes"], host), 0);
  t.match(world.sessions[0]?.argv[2], new RegExp(`^--cidfile=${runtimeDirectory}/paddock-`));
  t.equal(await main(["run", "--yes", "--runlabel"], host), 0);
  t.match(
    world.sessions[1]?.directory,
    new RegExp(`^${runtimeDirectory}/paddock-[0-9]+-[0-9]+\\.d$`),
  );
  t.same(readdirSync(runtimeDirectory), []);
});

tap.test("--runlabel refuses what Podman would read otherwise, and leaves no link", async (t) => {
  const world = freshWorld(t, { home: "home: -v /:/h" });
  t.equal(await main(["run", "--yes", "--runlabel"], world.host), 125);
  t.match(
    world.said(),
    /^paddock: Podman would read this launch otherwise: .*\n {2}Start it without --runlabel\.\n/m,
  );
  t.same(world.sessions, []);
  const { stateDirectory } = world.host.settings;
  t.same(existsSync(stateDirectory) ? readdirSync(stateDirectory) : [], []);
});

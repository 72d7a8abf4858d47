import { existsSync, readFileSync } from "node:fs";
import t from "tap";
import { main } from "../../lib/cli.ts";
import { testWorld } from "../host-for-tests.ts";
import { PROFILES } from "../profiles-for-tests.ts";

const FILES = { ...PROFILES, "shipped/base/agents/a": "" };

t.test("the path is the answer, and what comes next is said", async (t) => {
  const world = testWorld(t, { files: FILES });
  const path = `${world.home}/.config/paddock/profiles/rust/Containerfile`;
  t.equal(await main(["init", "rust"], world.host), 0);
  t.equal(world.answered(), `${path}\n`);
  t.equal(
    world.said(),
    "Its image is localhost/paddock:rust. Read and edit it, then: paddock run rust\n",
  );
  t.ok(existsSync(path));
  t.equal(await main(["init", "rust"], world.host), 3, "there is one now");
  t.equal(
    world.said(),
    `paddock: There is already something at ${world.home}/.config/paddock/profiles/rust\n  Choose another name, or move it away.\n`,
  );
});

t.test("--from", async (t) => {
  const world = testWorld(t, { files: FILES });
  t.equal(await main(["init", "mine", "--from", "default"], world.host), 0);
  t.match(readFileSync(world.answered().trimEnd(), "utf8"), /localhost\/paddock:mine"\n$/);
  t.equal(await main(["init", "base", "--from", "base"], world.host), 0);
  t.match(world.said(), / then: paddock build base\n$/, "the base cannot be run");
});

t.test("without a name", async (t) => {
  const world = testWorld(t, { files: FILES });
  t.equal(await main(["init"], world.host), 2);
  t.equal(world.answered(), "");
});

import { existsSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import tap from "tap";
import { main } from "../../lib/cli.ts";
import { VERSION_CALL } from "../fake-podman.ts";
import { testWorld } from "../host-for-tests.ts";
import {
  BASE,
  buildCall,
  firstBuildCalls,
  lookCall,
  NODE_IMAGE,
  PROFILES,
} from "../profiles-for-tests.ts";

async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) {
    if (holds()) return;
    await delay(20);
  }
  throw new Error("what was waited for did not come");
}

const endings = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const;
for (const [signal, status] of endings) {
  tap.test(`${signal} in the middle of a build: Podman is ended, then the watch`, async (t) => {
    const world = testWorld(t, { files: PROFILES });
    const { podman } = world;
    const look = lookCall(podman, { node: NODE_IMAGE });
    podman.expect(VERSION_CALL, look, look, {
      ...buildCall(world, { profile: "base" }),
      waitFor: `${world.root}/never`,
    });
    const listeners = process.listenerCount(signal);
    const ended = main(["watch", "default"], world.host);
    await until(() => existsSync(`${world.root}/bin/call-3/argv`));
    await delay(100);
    process.kill(process.pid, signal);
    t.equal(await ended, status);
    t.equal(world.said(), `watching: default (Ctrl-C ends it)\nbase: building ${BASE} (missing)\n`);
    t.equal(process.listenerCount(signal), listeners, "nothing listens any more");
  });
}

tap.test("builds what is named and missing, then waits; ends between builds too", async (t) => {
  const world = testWorld(t, { files: PROFILES });
  world.podman.expect(VERSION_CALL, ...firstBuildCalls(world));
  const ended = main(["watch", "default", "--json"], world.host);
  let answered = "";
  await until(() => (answered += world.answered()).includes('"event":"built","profile":"default"'));
  await delay(100);
  process.kill(process.pid, "SIGINT");
  t.equal(await ended, 130);
  t.match(answered, /^\{"event":"watching","profiles":\["default"\]\}\n/);
});

tap.test("a failed build is shown with what to do, and the watch goes on", async (t) => {
  const world = testWorld(t, { files: PROFILES });
  const { podman } = world;
  const look = lookCall(podman, { node: NODE_IMAGE });
  podman.expect(VERSION_CALL, look, look, {
    ...buildCall(world, { profile: "base" }),
    status: 7,
  });
  const ended = main(["watch", "default", "--json"], world.host);
  let said = "";
  await until(() => (said += world.said()).includes("until the next change"));
  t.match(said, /The build of profile base failed at step 2\/2, LABEL y \(status 7\)/);
  t.match(world.answered(), /"event":"failed","profile":"default","message":"The build/);
  writeFileSync(`${world.root}/shipped/base/Containerfile`, "");
  await until(() => (said += world.said()).includes("no FROM"));
  process.kill(process.pid, "SIGTERM");
  t.equal(await ended, 143);
});

tap.test("a profile that does not exist is refused at once", async (t) => {
  const world = testWorld(t, { files: PROFILES });
  t.equal(await main(["watch", "nobody"], world.host), 2);
  t.match(world.said(), /There is no profile "nobody"/);
});

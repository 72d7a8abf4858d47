import { setTimeout as delay } from "node:timers/promises";
import t from "tap";
import { runPodman } from "./label-image.ts";
import { loggedPodman } from "./logged-podman.ts";
import { processesOf } from "./nothing-left.ts";
import { startPaddock, until } from "./started.ts";
import type { Started } from "./started.ts";
import { makeWorld, writeProfile } from "./world.ts";

t.setTimeout(0);
const world = makeWorld(t.testdir(), "watch");
const podman = loggedPodman(world);
const { environment } = podman;
/** An image that no other test builds on. */
const FROM = "localhost/paddock:watch-base";
t.before(async () => {
  writeProfile(world, "watch-base");
  const built = await world.paddock(["build", "watch-base"]);
  if (built.status !== 0) throw new Error(built.stderr);
});
t.teardown(() => world.remove());

async function inspect(profile: string, format: string): Promise<string> {
  const tag = `localhost/paddock:${profile}`;
  return (await runPodman(["image", "inspect", `--format=${format}`, tag])).stdout.trim();
}

/** Whether a build on our own base has a container, which Podman keeps for as long as it builds. */
async function isBuilding(): Promise<boolean> {
  const { stdout } = await runPodman(["ps", "--all", "--external", "--format={{.Image}}"]);
  return stdout.split("\n").includes(FROM);
}

/** A watch of a profile whose image is there. */
async function watching(profile: string): Promise<Started> {
  writeProfile(world, profile, { from: FROM });
  const built = await world.paddock(["build", profile]);
  if (built.status !== 0) throw new Error(built.stderr);
  const watch = startPaddock(world, ["watch", profile], { environment, detached: true });
  await watch.said("watching:");
  podman.calls();
  return watch;
}

/** Presses Ctrl-C, which a terminal sends to all that run in it. */
async function end(watch: Started): Promise<number> {
  process.kill(-watch.pid, "SIGINT");
  return (await watch.ended).status;
}

/** Whether the step of a build, or the shell that runs it, is still there. */
function isStepLeft(): boolean {
  return ["sleep 7321", "sleep\x007321"].some((words) => processesOf(words).length > 0);
}

const builds = (): number => podman.calls().filter((call) => call.startsWith("build ")).length;

t.test(
  "E11 one Ctrl-C in the middle of a RUN: no build is left, the image from before is usable",
  async (t) => {
    const watch = await watching("watch-ended");
    const before = await inspect("watch-ended", "{{.Id}}");
    writeProfile(world, "watch-ended", { from: FROM, lines: "RUN echo started && sleep 7321" });
    await watch.said("RUN echo started");
    t.ok(await until(() => processesOf("sleep\x007321").length > 0), "the step runs");
    t.ok(await isBuilding());
    t.equal(await end(watch), 130);
    t.ok(await until(() => !isStepLeft(), 20_000), "no process is left");
    t.notOk(await isBuilding(), "no container is left");
    t.equal(await inspect("watch-ended", "{{.Id}}"), before);
    const run = await world.paddock(["run", "--no-build", "watch-ended", "--", "true"]);
    t.equal(run.status, 0, run.stderr);
  },
);

t.test("an edit builds once; E08 the same text written again builds nothing", async (t) => {
  const watch = await watching("watch-once");
  writeProfile(world, "watch-once", { from: FROM, lines: "LABEL edit=first" });
  t.ok(await until(async () => (await inspect("watch-once", "{{.Labels.edit}}")) === "first"));
  await watch.said("built");
  writeProfile(world, "watch-once", { from: FROM, lines: "LABEL edit=first" });
  await delay(3000);
  t.equal(builds(), 1);
  t.equal(await end(watch), 130, "and Ctrl-C ends it while nothing is built");
});

t.test("E11 a storm of edits during a build: one more build, of the newest", async (t) => {
  const watch = await watching("watch-storm");
  writeProfile(world, "watch-storm", { from: FROM, lines: "RUN echo started && sleep 4" });
  await watch.said("RUN echo started");
  for (let edit = 1; edit <= 30; edit += 1) {
    writeProfile(world, "watch-storm", { from: FROM, lines: `LABEL edit=${edit}` });
    await delay(50);
  }
  t.ok(await until(async () => (await inspect("watch-storm", "{{.Labels.edit}}")) === "30"));
  await watch.said("changed during its build");
  await delay(2000);
  t.equal(builds(), 2);
  t.equal(await end(watch), 130);
});

import { readFileSync, readdirSync } from "node:fs";
import t from "tap";
import { runPodman } from "./label-image.ts";
import { loggedPodman } from "./logged-podman.ts";
import { startPaddock, until } from "./started.ts";
import { makeWorld, writeProfile } from "./world.ts";

t.setTimeout(0);
const world = makeWorld(t.testdir(), "interrupted");
t.teardown(() => world.remove());

/** Whether any process has the text in its command line. */
function isRunning(text: string): boolean {
  return readdirSync("/proc").some((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(text);
    } catch {
      // It has just ended.
      return false;
    }
  });
}

for (const [index, signal] of (["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"] as const).entries()) {
  const profile = `killed-${signal.toLowerCase()}`;
  t.test(`a build that ${signal} ends leaves the image from before`, async (t) => {
    writeProfile(world, profile);
    t.equal((await world.paddock(["build", profile])).status, 0);
    const tag = `localhost/paddock:${profile}`;
    const imageId = async (): Promise<string> =>
      (await runPodman(["image", "inspect", "--format={{.Id}}", tag])).stdout;
    const before = await imageId();

    const seconds = 600 + index;
    writeProfile(world, profile, { lines: `RUN echo started && sleep ${seconds}` });
    const started = startPaddock(world, ["build", profile]);
    await started.said("RUN echo started");
    t.ok(await until(() => isRunning(`sleep\0${seconds}`)), "the step runs");
    started.child.kill(signal);
    t.not((await started.ended).status, 0);
    t.equal(await imageId(), before, "the tag has not moved");
    if (signal !== "SIGKILL")
      t.ok(await until(() => !isRunning(`sleep\0${seconds}`), 20_000), "no builder is left");

    const launched = await world.paddock(["run", "--no-build", profile, "--", "true"]);
    t.equal(launched.status, 0, `the image is usable: ${launched.stderr}`);
    writeProfile(world, profile, { lines: "RUN true" });
    const next = await world.paddock(["build", profile]);
    t.equal(next.status, 0, "the next build has its way");
    t.not(await imageId(), before);
  });
}

t.test("two builds at once build once", async (t) => {
  const podman = loggedPodman(world);
  writeProfile(world, "twice", { lines: "RUN echo started && sleep 2" });
  const { environment } = podman;
  const first = startPaddock(world, ["build", "twice"], { environment });
  await first.said("RUN echo started");
  const second = await world.paddock(["build", "twice"], { environment });
  t.equal(second.status, 0, second.stderr);
  t.match(second.stderr, /waiting for another build/);
  t.match(second.stderr, /paddock:twice is fresh/);
  t.equal((await first.ended).status, 0);
  const builds = podman.calls().filter((call) => call.startsWith("build "));
  t.equal(builds.length, 1);
});

import { appendFileSync, chmodSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { runPodman } from "./label-image.ts";
import { loggedPodman } from "./logged-podman.ts";
import { until } from "./started.ts";
import { BASE_IMAGE, makeWorld, writeContainerfile, writeProfile } from "./world.ts";
import type { Ended } from "./world.ts";

t.setTimeout(0);
const world = makeWorld(t.testdir(), "build");
const podman = loggedPodman(world);
t.teardown(() => world.remove());

function build(profile: string, ...flags: readonly string[]): Promise<Ended> {
  return world.paddock(["build", profile, ...flags], { environment: podman.environment });
}

async function imageId(profile: string): Promise<string> {
  const tag = `localhost/paddock:${profile}`;
  return (await runPodman(["image", "inspect", "--format={{.Id}}", tag])).stdout.trim();
}

/** What a file in a profile's image says. */
async function inImage(profile: string, path: string): Promise<string> {
  const tag = `localhost/paddock:${profile}`;
  return (await runPodman(["run", "--rm", "--network=none", tag, "cat", path])).stdout.trim();
}

function touch(path: string): void {
  const later = new Date(Date.now() + 3_600_000);
  utimesSync(path, later, later);
}

t.test("builds what is missing, then only what changed, and says why", async (t) => {
  const lines = "ARG GREETING=none\nCOPY entry.sh /entry.sh\nRUN echo $GREETING >/greeting";
  const file = writeProfile(world, "edited", { lines });
  const entry = join(world.profiles, "edited/entry.sh");
  writeFileSync(entry, "#!/bin/sh\n", { mode: 0o644 });
  const first = await build("edited");
  t.equal(first.status, 0, first.stderr);
  t.match(first.stderr, /building localhost\/paddock:edited \(missing\)/);
  let id = await imageId("edited");
  t.match(id, /^[0-9a-f]{64}$/);

  // Other tests change Podman's list of images meanwhile, after which one look at it is due.
  podman.calls();
  const quiet = await until(async () => {
    const again = await build("edited");
    t.match(again.stderr, /localhost\/paddock:edited is fresh/);
    const calls = podman.calls();
    const looks = calls.filter((call) => call.startsWith("image inspect "));
    t.strictSame(calls, looks.slice(0, 1), "one podman process at most");
    return calls.length === 0;
  });
  t.ok(quiet, "and none when nothing changed since the last look");

  touch(file);
  touch(entry);
  t.match((await build("edited")).stderr, /is fresh/, "a touch is no change");
  t.equal(await imageId("edited"), id);

  const edits: readonly (readonly [string, () => void, readonly string[], RegExp])[] = [
    ["a comment", () => appendFileSync(file, "# note\n"), [], /\(its Containerfile changed\)/],
    ["a file", () => appendFileSync(entry, "exit 1\n"), [], /\(entry\.sh changed\)/],
    ["a mode", () => chmodSync(entry, 0o755), [], /\(entry\.sh changed\)/],
    [
      "an argument",
      () => {},
      ["--build-arg", "GREETING=hello"],
      /\(the build argument GREETING changed\)/,
    ],
  ];
  for (const [name, edit, flags, reason] of edits) {
    edit();
    // A checkout sets any time it likes.
    utimesSync(file, new Date(0), new Date(0));
    utimesSync(entry, new Date(0), new Date(0));
    const built = await build("edited", ...flags);
    t.match(built.stderr, reason, name);
    const now = await imageId("edited");
    t.not(now, id, `${name}: another image`);
    id = now;
  }

  t.match((await build("edited")).stderr, /is fresh/, "the argument is remembered");
  appendFileSync(file, "# another\n");
  await build("edited");
  t.equal(await inImage("edited", "/greeting"), "hello", "by builds for another reason too");
});

t.test("a base that was built anew takes its children along", async (t) => {
  const low = writeProfile(world, "low");
  writeProfile(world, "high", { from: "localhost/paddock:low" });
  t.equal((await build("high")).status, 0);
  const before = await imageId("high");

  appendFileSync(low, "# edited\n");
  const edited = await build("high");
  t.match(edited.stderr, /building localhost\/paddock:low \(its Containerfile changed\)/);
  t.match(edited.stderr, /paddock:high \(its base localhost\/paddock:low changed\)/);
  const after = await imageId("high");
  t.not(after, before);

  t.equal((await world.paddock(["rebuild", "low"])).status, 0);
  t.match((await build("high")).stderr, /paddock:high \(its base localhost\/paddock:low changed\)/);
  t.not(await imageId("high"), after);
});

t.test("an image that was built by hand is judged by time", async (t) => {
  const file = writeProfile(world, "hand");
  const hour = new Date(Date.now() - 3_600_000);
  utimesSync(file, hour, hour);
  const tag = "localhost/paddock:hand";
  const byHand = await runPodman(["build", "--quiet", "--no-cache", "--tag", tag, "--file", file]);
  t.equal(byHand.status, 0, byHand.stderr);
  t.match((await build("hand")).stderr, /paddock:hand is fresh/);
  touch(file);
  t.match((await build("hand")).stderr, /paddock:hand \(its Containerfile is newer\)/);
  t.match((await build("hand")).stderr, /is fresh/, "and from then on by content");
});

const RANDOM = "RUN head -c 16 /dev/urandom | base64 >/number\nARG LAST=0";
for (const kept of [false, true]) {
  const name = kept ? "kept" : "removed";
  t.test(`a rebuild is not undone by later builds, the former image ${name}`, async (t) => {
    const file = writeProfile(world, name, { lines: RANDOM });
    await build(name);
    const [old, first] = [await imageId(name), await inImage(name, "/number")];
    // With a name of its own an image stays, and so do its layers in the cache.
    if (kept) await runPodman(["tag", old, "localhost/paddock-test-keep:build"]);
    const rebuilt = await world.paddock(["rebuild", name]);
    t.match(rebuilt.stderr, /\(asked for\)/);
    const number = await inImage(name, "/number");
    t.not(number, first, "a rebuild runs every step");
    t.equal((await runPodman(["image", "exists", old])).status, kept ? 0 : 1, "the former image");

    // A busy machine may build the new layers once more; the old ones never come back.
    const same = async (what: string): Promise<void> => {
      t.not(await inImage(name, "/number"), first, what);
    };
    for (const value of ["1", "0"]) {
      const built = await build(name, "--build-arg", `LAST=${value}`);
      t.match(built.stderr, /\(the build argument LAST changed\)/);
      await same(`LAST=${value}`);
    }
    appendFileSync(file, "# edited\n");
    await build(name);
    await same("an edit");
    writeProfile(world, name, { lines: RANDOM });
    await build(name);
    await same("and its reverse");
    t.not(await imageId(name), old);
  });
}

t.test("a step that fails hands its status on", async (t) => {
  const file = writeProfile(world, "failing");
  await build("failing");
  const before = await imageId("failing");
  appendFileSync(file, "RUN echo first\nRUN echo almost there; exit 42\n");
  const failed = await build("failing");
  t.equal(failed.status, 42);
  t.match(failed.stderr, /failed at step 5\/\d, RUN echo almost there; exit 42 \(status 42\)/);
  t.match(failed.stderr, /^ {2}\| almost there$/m);
  t.equal(await imageId("failing"), before, "the image from before stays");
  const launched = await world.paddock(["run", "failing", "--", "true"]);
  t.equal(launched.status, 125, "a launch that cannot build does not start");
});

t.test("--pull asks registries for foreign bases only", async (t) => {
  // Nothing listens there, on any machine.
  const nowhere = "127.0.0.1:9/paddock-test-nowhere:latest";
  const local = "localhost/paddock-test-local:latest";
  for (const name of [nowhere, local]) await runPodman(["tag", BASE_IMAGE, name]);
  writeContainerfile(world, "foreign", `FROM ${nowhere}\nLABEL paddock.test=build`);
  writeContainerfile(world, "local", `FROM ${local}\nLABEL paddock.test=build`);
  for (const profile of ["foreign", "local"])
    t.equal((await build(profile)).status, 0, `${profile}: a base that is there is not pulled`);
  const before = await imageId("foreign");

  podman.calls();
  const pulled = await build("foreign", "--pull");
  t.equal(pulled.status, 125);
  t.match(pulled.stderr, /base image 127\.0\.0\.1:9\/\S+ could not be pulled/);
  t.equal(await imageId("foreign"), before);
  t.equal(podman.calls().filter((call) => call.startsWith("pull ")).length, 1);
  t.equal((await build("local", "--pull")).status, 0);
  t.strictSame(
    podman.calls().filter((call) => call.includes("pull ")),
    [],
  );
  await runPodman(["untag", BASE_IMAGE, nowhere, local]);
});

t.test("what was done to an image by hand is noticed at once", async (t) => {
  writeProfile(world, "hands");
  const run = (...flags: readonly string[]): Promise<Ended> =>
    world.paddock(["run", ...flags, "hands", "--", "true"]);
  for (const time of ["first", "second"]) t.equal((await run()).status, 0, `${time} launch`);
  await runPodman(["image", "rm", "localhost/paddock:hands"]);
  t.equal((await run("--no-build")).status, 125, "removed");
  t.match((await run()).stderr, /\(missing\)/, "and built again");

  t.equal((await run()).status, 0, "remembered");
  const other = writeContainerfile(
    world,
    "by-hand",
    'FROM localhost/paddock:hands\nLABEL run="podman run --privileged localhost/paddock:hands"',
  );
  await runPodman(["build", "--quiet", "--tag=localhost/paddock:hands", "--file", other]);
  const replaced = await run("--no-build");
  t.equal(replaced.status, 125, "replaced");
  t.match(replaced.stderr, /carries another label run/);
});

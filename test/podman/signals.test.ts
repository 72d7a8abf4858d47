import { readFileSync, readdirSync } from "node:fs";
import t from "tap";
import { descendants } from "../../lib/host/process/descendants.ts";
import { leftovers } from "./nothing-left.ts";
import { startPaddock, until } from "./started.ts";
import type { StartOptions, Started } from "./started.ts";
import { KRUN_FLAGS, makeWorld, writeProfile } from "./world.ts";

t.setTimeout(0);
const world = makeWorld(t.testdir(), "signals");
const PROFILES = { signals: "", "signals-machine": KRUN_FLAGS } as const;
t.before(async () => {
  for (const [profile, flags] of Object.entries(PROFILES)) {
    writeProfile(world, profile, { flags });
    const built = await world.paddock(["build", profile]);
    if (built.status !== 0) throw new Error(built.stderr);
  }
});
t.teardown(() => world.remove());

// Each signal has a status of its own: what arrives inside can be told from outside.
const HANDLES =
  "trap 'exit 5' TERM; trap 'exit 6' INT; trap 'exit 7' HUP; echo ready; while :; do sleep 0.1; done";
// Process 1 of a container gets no signal that it does not handle.
const IGNORES = "echo ready; exec sleep 60";
const AS_KRUN = { PADDOCK_STAND_IN_LIBKRUN: "1" };

async function ready(
  flags: readonly string[],
  program: string,
  options: StartOptions = {},
): Promise<Started> {
  const started = startPaddock(world, ["run", ...flags, "--", "sh", "-c", program], options);
  await started.said("ready");
  return started;
}

t.test("a signal reaches the program, whose status is Paddock's", async (t) => {
  const cases = [
    ["SIGTERM", 5],
    ["SIGINT", 6],
    ["SIGHUP", 7],
  ] as const;
  for (const [signal, status] of cases) {
    const started = await ready(["signals"], HANDLES);
    started.child.kill(signal);
    t.equal((await started.ended).status, status, signal);
  }
  t.strictSame(await leftovers(world), []);
});

t.test("a program that ignores a signal is ended by force after the grace", async (t) => {
  const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
  const all = await Promise.all(signals.map(() => ready(["signals"], IGNORES)));
  const startedAt = Date.now();
  for (const [index, signal] of signals.entries()) all[index]?.child.kill(signal);
  for (const [index, signal] of signals.entries())
    t.equal((await all[index]?.ended)?.status, 137, signal);
  const seconds = (Date.now() - startedAt) / 1000;
  t.ok(seconds > 9, `not before its time: ${seconds} s`);
  t.strictSame(await leftovers(world), []);
});

t.test("a second signal ends it at once", async (t) => {
  const started = await ready(["signals"], IGNORES);
  const startedAt = Date.now();
  started.child.kill("SIGTERM");
  await new Promise((resolve) => setTimeout(resolve, 300));
  started.child.kill("SIGTERM");
  t.equal((await started.ended).status, 137);
  t.ok(Date.now() - startedAt < 8000, "without the grace");
  t.strictSame(await leftovers(world), []);
});

t.test("a Ctrl-C, which the whole process group gets, ends it once", async (t) => {
  const started = await ready(["signals"], HANDLES, { detached: true });
  process.kill(-started.pid, "SIGINT");
  t.equal((await started.ended).status, 6);
  t.strictSame(await leftovers(world), []);
});

t.test("a signal before the container is there leaves none behind", async (t) => {
  const started = startPaddock(world, ["run", "signals", "--", "sleep", "60"]);
  await started.said("ends when");
  started.child.kill("SIGTERM");
  t.not((await started.ended).status, 0);
  t.strictSame(await leftovers(world), []);
});

t.test("a virtual machine is told to end by the one signal that reaches it", async (t) => {
  for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"] as const) {
    const started = await ready(["signals-machine"], HANDLES, { environment: AS_KRUN });
    started.child.kill(signal);
    t.equal((await started.ended).status, 6, `${signal} arrives as SIGINT`);
  }
  const deaf = await ready(["signals-machine"], IGNORES, { environment: AS_KRUN });
  deaf.child.kill("SIGTERM");
  t.equal((await deaf.ended).status, 137, "or ended by force");
  t.strictSame(await leftovers(world), []);
});

t.test("through runlabel a signal leaves nothing behind either", async (t) => {
  const reports = `echo ready; trap 'echo got TERM; exit 5' TERM; while :; do sleep 0.1; done`;
  const started = await ready(["--runlabel", "signals"], reports);
  started.child.kill("SIGTERM");
  const ended = await started.ended;
  t.match(ended.stdout, /got TERM/, "it reaches the program");
  t.not(ended.status, 0);
  t.strictSame(await leftovers(world), []);

  const deaf = await ready(["--runlabel", "signals"], IGNORES);
  deaf.child.kill("SIGTERM");
  t.not((await deaf.ended).status, 0);
  t.strictSame(await leftovers(world), [], "nor from a program that ignores it");
});

function nameOf(pid: number): string {
  return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
}

t.test("with process.execve no Paddock is left beside the container", async (t) => {
  const node = process.env["PADDOCK_NODE24"];
  if (node === undefined) throw new Error("PADDOCK_NODE24 names no Node 24");
  const flags = ["--runtime", "crun", "signals-machine"];
  for (const [signal, status] of [
    ["SIGTERM", 5],
    ["SIGINT", 6],
    ["SIGHUP", 7],
  ] as const) {
    const started = await ready(flags, HANDLES, { node });
    t.equal(nameOf(started.pid), "podman", "the process itself is Podman now");
    const names = descendants(started.pid).map(nameOf);
    t.notOk(names.includes("node"), names.join(" "));
    started.child.kill(signal);
    t.equal((await started.ended).status, status, signal);
  }
  // The init that Podman adds dies of a signal that its child does not handle.
  const plain = await ready(flags, "echo ready; exec sleep 60", { node });
  plain.child.kill("SIGTERM");
  t.equal((await plain.ended).status, 143);
  const seven = startPaddock(world, ["run", ...flags, "--", "sh", "-c", "exit 7"], { node });
  t.equal((await seven.ended).status, 7);
  t.strictSame(await leftovers(world), []);
});

t.test("with process.execve Paddock stays where something is left to do", async (t) => {
  const node = process.env["PADDOCK_NODE24"] ?? "";
  const started = await ready(["signals-machine"], HANDLES, { node, environment: AS_KRUN });
  t.match(nameOf(started.pid), /^(?:node|MainThread)/);
  started.child.kill("SIGTERM");
  t.equal((await started.ended).status, 6, "a machine's signals are translated");
  t.ok(await until(() => !readdirSync("/proc").includes(String(started.pid))));
  t.strictSame(await leftovers(world), []);
});

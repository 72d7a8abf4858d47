import { copyFileSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";
import { PROBE } from "../../lib/prove/probe/probe-words.ts";
import { runPodman } from "./label-image.ts";
import { KRUN_FLAGS, containersOf, makeWorld, writeProfile } from "./world.ts";
import type { Ended } from "./world.ts";

t.setTimeout(0);
const world = makeWorld(t.testdir(), "doctor");
const LIMIT = 77;
const TMPFS = "--tmpfs /tmp:rw,noexec,nosuid,nodev,size=8m";
const SHIPPED_PROBE = fileURLToPath(new URL("../../profiles/base/probe.sh", import.meta.url));
const PIDS = `--pids-limit ${LIMIT}`;
t.before(async () => {
  writeProfile(world, "doctor-capped", { flags: `--runtime crun ${PIDS}` });
  writeProfile(world, "doctor-plain", { flags: "--runtime crun" });
  writeProfile(world, "doctor-machine", { flags: KRUN_FLAGS });
  const proven = writeProfile(world, "doctor-proven", {
    flags: `--runtime crun ${PIDS} --memory 256m --cpus 1 --read-only-tmpfs=false ${TMPFS}`,
    lines: `COPY --chmod=755 probe.sh ${PROBE}`,
  });
  copyFileSync(SHIPPED_PROBE, join(dirname(proven), "probe.sh"));
  for (const profile of ["doctor-capped", "doctor-plain", "doctor-machine", "doctor-proven"]) {
    const built = await world.paddock(["build", profile]);
    if (built.status !== 0) throw new Error(built.stderr);
  }
});
t.teardown(() => world.remove());

interface Answer {
  readonly kept: boolean;
  readonly components: readonly {
    readonly component: string;
    readonly state: string;
    readonly found: string;
  }[];
  readonly promises: readonly { readonly control: string; readonly state: string }[];
}

async function diagnose(
  profile: string,
): Promise<{ readonly ended: Ended; readonly answer: Answer }> {
  const ended = await world.paddock(["doctor", "--json", profile]);
  return { ended, answer: JSON.parse(ended.stdout) as Answer };
}

function stateOf(answer: Answer, control: string): string | undefined {
  return answer.promises.find((promise) => promise.control === control)?.state;
}

t.test("the versions are what the programs say of themselves", async (t) => {
  const { answer } = await diagnose("doctor-plain");
  const found = (name: string): string =>
    answer.components.find(({ component }) => component === name)?.found ?? "";
  const podman = (await runPodman(["--version"])).stdout.trim().split(" ").at(-1) ?? "";
  t.equal(found("Podman").split(",")[0], podman);
  const format = "{{.Host.OCIRuntime.Version}}";
  const crun = (await runPodman(["info", "--format", format])).stdout;
  t.equal(found("crun").split(",")[0], /crun version (\S+)/.exec(crun)?.[1]);
});

t.test("a profile whose promises this machine keeps ends 0", async (t) => {
  const { ended, answer } = await diagnose("doctor-plain");
  t.same(
    answer.promises.filter(({ state }) => state !== "kept"),
    [],
  );
  t.equal(answer.kept, true);
  t.equal(ended.status, 0);
});

t.test("C27 the limit of processes is there exactly when it is said to be", async (t) => {
  const { ended, answer } = await diagnose("doctor-capped");
  const state = stateOf(answer, "processes");
  const read = ["sh", "-c", "cat /sys/fs/cgroup/pids.max 2>/dev/null || echo none"];
  const accept = ["--accept-unenforced", "processes"];
  const launched = await world.paddock(["run", ...accept, "doctor-capped", "--", ...read]);
  t.equal(launched.status, 0, launched.stderr);
  const warned = /not enforced here: --pids-limit=77/.test(launched.stderr.replaceAll(/\s+/g, " "));
  t.equal(launched.stdout.trim() === String(LIMIT), state === "kept", launched.stdout);
  t.equal(warned, state === "broken", launched.stderr);
  t.equal(ended.status, state === "kept" ? 0 : 1);

  const refused = await world.paddock(["run", "doctor-capped", "--", "echo", "started"]);
  t.equal(refused.status, state === "kept" ? 0 : 125, refused.stderr);
  t.equal(refused.stdout, state === "kept" ? "started\n" : "");
  t.same(await containersOf(world.name), [], "no container is left");
});

t.test("what it says of each promise is what a probe in the sandbox measures", async (t) => {
  const { answer } = await diagnose("doctor-proven");
  const proof = await world.paddock(["prove", "--json", "doctor-proven"]);
  const { controls } = JSON.parse(proof.stdout) as {
    readonly controls: readonly { readonly id: string; readonly result: string }[];
  };
  const said = answer.promises.filter(({ control }) => control !== "start");
  t.same(
    said.map(({ control, state }) => `${control} ${state === "kept" ? "holds" : state}`),
    controls.map(({ id, result }) => `${id} ${result === "not enforced here" ? "broken" : result}`),
  );
  t.ok(said.length > 15, `${said.length} promises`);
});

/** A launch under a stand-in that claims to be this version of krun. */
function underKrun(version: string, ...flags: readonly string[]): Promise<Ended> {
  return world.paddock(["run", ...flags, "doctor-machine", "--", "echo", "started"], {
    environment: {
      PADDOCK_STAND_IN_LIBKRUN: "1",
      PADDOCK_STAND_IN_VERSION: version,
      // What a binary says of itself is remembered; this one says what its environment tells it.
      XDG_CACHE_HOME: `${world.folder}/cache-${version}`,
    },
  });
}

t.test(
  "a krun that ignores its annotations stops the launch, one that reads them does not",
  async (t) => {
    const old = await underKrun("1.21");
    t.equal(old.status, 125, old.stderr);
    t.equal(old.stdout, "");
    t.match(old.stderr, /krun\.ram_mib=1024: crun 1\.21 ignores krun\.ram_mib and krun\.cpus/);
    const accept = ["memory", "cpus"].flatMap((limit) => ["--accept-unenforced", limit]);
    t.equal((await underKrun("1.21", ...accept)).stdout, "started\n");
    const recent = await underKrun("1.27");
    t.equal(recent.stdout, "started\n", recent.stderr);
    t.notMatch(recent.stderr, /accepted/);
  },
);

t.test("a report names neither the person nor the machine", async (t) => {
  const { stdout } = await world.paddock(["doctor", "--report", "doctor-capped"]);
  t.match(stdout, /^Podman: ok: /m);
  for (const personal of [process.env["HOME"] ?? "", world.workspace]) {
    t.notOk(stdout.includes(personal), personal);
  }
  const words = stdout.split(/[^A-Za-z0-9]+/);
  for (const name of [userInfo().username, hostname()]) t.notOk(words.includes(name), name);
});

import t from "tap";
import { runPodman } from "./label-image.ts";
import { startPaddock } from "./started.ts";
import { containersOf, KRUN_FLAGS, makeWorld, writeProfile } from "./world.ts";
import type { Ended } from "./world.ts";

t.setTimeout(0);
const world = makeWorld(t.testdir(), "runtimes");
const environment = { PADDOCK_STAND_IN_LIBKRUN: "1" };
t.before(async () => {
  writeProfile(world, "runtimes-machine", { flags: KRUN_FLAGS });
  writeProfile(world, "capped", { flags: `${KRUN_FLAGS} --memory 512m --cpus 1` });
  writeProfile(world, "careless", { flags: "--runtime krun --annotation krun.cpus=1" });
  for (const profile of ["runtimes-machine", "capped", "careless"]) {
    const built = await world.paddock(["build", profile]);
    if (built.status !== 0) throw new Error(built.stderr);
  }
});
t.teardown(() => world.remove());

/** The OCI runtime and the annotations of a launch while it runs. */
async function inspect(
  args: readonly string[],
): Promise<{ readonly runtime: string; readonly annotations: string; readonly ended: Ended }> {
  const program = ["sh", "-c", "echo ready; sleep 60"];
  const started = startPaddock(world, ["run", ...args, "--", ...program], { environment });
  await started.said("ready");
  const [id = ""] = await containersOf(world.name);
  const format = "--format={{.OCIRuntime}} {{json .Config.Annotations}}";
  const { stdout } = await runPodman(["inspect", format, id]);
  await runPodman(["rm", "--force", "--time=0", id]);
  const [runtime = "", annotations = ""] = stdout.split(" ");
  return { runtime, annotations, ended: await started.ended };
}

t.test("a krun label is started by krun, with its annotations", async (t) => {
  const { runtime, annotations, ended } = await inspect(["runtimes-machine"]);
  t.equal(runtime, "krun");
  for (const name of ["krun.ram_mib", "krun.cpus", "krun.use_passt"])
    t.match(annotations, `"${name}":"1`, name);
  t.notMatch(ended.stderr, /instead of krun/);
  const status = await world.paddock(["run", "runtimes-machine", "--", "sh", "-c", "exit 7"], {
    environment,
  });
  t.equal(status.status, 7, status.stderr);
});

t.test("a runtime that finds a limit missing ends the launch", async (t) => {
  const ended = await world.paddock(["run", "careless", "--", "echo", "started"], { environment });
  t.equal(ended.stdout, "");
  t.ok(ended.status >= 125, String(ended.status));
  t.match(ended.stderr, /stand-in krun: annotation krun\.ram_mib is ''/);
});

t.test("a crun that was built without libkrun is no krun", async (t) => {
  // What a binary says of itself is remembered; this one says what its environment tells it.
  const asItIs = { XDG_CACHE_HOME: `${world.folder}/another-cache` };
  const ended = await world.paddock(["run", "runtimes-machine", "--", "echo", "started"], {
    environment: asItIs,
  });
  t.equal(ended.status, 125);
  t.equal(ended.stdout, "");
  t.match(ended.stderr, /built without libkrun/);
  t.match(ended.stderr, /--runtime crun/, "and the way out is named");
  const other = await world.paddock(
    ["run", "--runlabel", "runtimes-machine", "--", "echo", "started"],
    { environment: asItIs },
  );
  t.equal(other.status, 125, "nor is it one for runlabel");
});

async function dry(flags: readonly string[]): Promise<readonly string[]> {
  const args = ["run", "--dry-run", "--json", ...flags, "runtimes-machine"];
  return (JSON.parse((await world.paddock(args)).stdout) as { argv: readonly string[] }).argv;
}

function isKrun(word: string): boolean {
  return /^(?:--annotation|krun(?:\..*)?|--runtime)$/.test(word);
}

const ADDED = new Set(["--runtime=crun", "--runtime", "crun", "--init"]);

t.test("--runtime crun is the same launch without a machine, and says what is lost", async (t) => {
  const { runtime, annotations, ended } = await inspect(["--runtime", "crun", "runtimes-machine"]);
  t.equal(runtime, "crun");
  t.notMatch(annotations, /krun\./);
  for (const loss of [/no kernel of its own/, /no memory cap/, /no CPU cap/])
    t.match(ended.stderr, loss);
  const accept = ["memory", "cpus"].flatMap((limit) => ["--accept-unenforced", limit]);
  t.notMatch(
    (await inspect(["--runtime", "crun", ...accept, "capped"])).ended.stderr,
    /no (?:memory|CPU) cap/,
  );
  t.strictSame(
    (await dry(["--runtime", "crun"])).filter((word) => !ADDED.has(word) && !isKrun(word)),
    (await dry([])).filter((word) => !isKrun(word)),
    "no other word of it differs",
  );
});

import { readFileSync, rmSync } from "node:fs";
import t from "tap";
import { runPodman } from "../label-image.ts";
import { commandLine, filesOf, processesOf } from "../nothing-left.ts";
import { startPaddock, until } from "../started.ts";
import type { Started } from "../started.ts";
import { containersOf, makeWorld } from "../world.ts";
import { fillWorkspace, inGuarded, makeGuarded, runWords } from "./guarded.ts";
import { withTestNetwork } from "./test-network.ts";

t.setTimeout(0);
const network = withTestNetwork(t);
const world = makeWorld(t.testdir(), "egress-sessions");
t.teardown(() => world.remove());
t.before(async () => {
  fillWorkspace(world, network);
  await makeGuarded(world, "sessions-one", { list: "allowed.paddock.test" });
  await makeGuarded(world, "sessions-two", { list: "denied.paddock.test" });
});

// Asks for a name again and again, and writes each answer's status down in the workspace.
const ASKS = `while :; do
  curl -s --cacert ca.pem --max-time 2 -o /dev/null -w "%{http_connect} %{http_code}\\n" https://$1/loop >>$2
  sleep 0.2
done`;

interface Sandbox {
  readonly started: Started;
  readonly answers: () => readonly string[];
}

function start(profile: string, name: string, file: string): Sandbox {
  const words = runWords(profile, ["sh", "-c", ASKS, "sh", name, file]);
  const started = startPaddock(world, words);
  return { started, answers: () => answersIn(file) };
}

function answersIn(file: string): readonly string[] {
  try {
    return readFileSync(`${world.workspace}/${file}`, "utf8").split("\n").filter(Boolean);
  } catch {
    // The sandbox has not written yet.
    return [];
  }
}

async function answered({ answers }: Sandbox): Promise<string | undefined> {
  const before = answers().length;
  await until(() => answers().length > before);
  return answers().at(-1);
}

async function end({ started }: Sandbox): Promise<void> {
  process.kill(started.pid, "SIGTERM");
  await started.ended;
}

/** Whether a launch that has ended left no container and no file. */
async function isGone(pid: number): Promise<boolean> {
  return await until(async () => {
    return filesOf(pid).length === 0 && (await containersOf(world.name)).length === 0;
  }, 20_000);
}

t.test("two sandboxes at once have a proxy, a list and a password each", async (t) => {
  const own = start("sessions-one", "allowed.paddock.test", "own");
  const other = start("sessions-two", "allowed.paddock.test", "other");
  t.equal(await answered(own), "200 200");
  t.equal(await answered(other), "403 000");
  const ids = await containersOf(world.name);
  t.equal(ids.length, 2);
  const { stdout } = await runPodman(["inspect", ...ids]);
  const ports = [...stdout.matchAll(/-T,3128:0(\d+),/g)].map(([, port]) => port);
  t.equal(new Set(ports).size, 2, "a port each");
  for (const port of new Set(ports)) {
    // Whoever else is on this machine finds the ports, and no answer there.
    const proxy = ["--proxy", `http://127.0.0.1:${port}`, "--write-out", "%{http_connect}"];
    const asked = await network.run("curl", "-sS", ...proxy, "https://allowed.paddock.test/");
    t.match(asked.stdout, "407");
  }
  await Promise.all([own, other].map(end));
  for (const { started } of [own, other]) t.ok(await isGone(started.pid), "nothing is left");
});

t.test("the password is in the sandbox, and nowhere else", async (t) => {
  const show = ["sh", "-c", "echo $HTTPS_PROXY; cat; curl -s http://denied.paddock.test/x"];
  const started = startPaddock(world, runWords("sessions-one", show));
  let said = "";
  started.child.stdout?.on("data", (data: Buffer) => (said += data.toString()));
  await until(() => said.includes("3128"));
  const password = /^http:\/\/\w+:([\w-]+)@127/.exec(said)?.[1] ?? "";
  t.ok(password.length >= 20, said);
  const ids = await containersOf(world.name);
  const inspected = await runPodman(["inspect", ...ids]);
  t.match(inspected.stdout, "127.0.0.1:3128");
  t.notMatch(inspected.stdout, password, "podman inspect");
  for (const pid of processesOf("paddock")) t.notMatch(commandLine(pid), password, "an argv");
  const { stdout: history } = await runPodman([
    "image",
    "inspect",
    "localhost/paddock:sessions-one",
  ]);
  t.notMatch(history, password, "the image");
  started.child.stdin?.end();
  const ended = await started.ended;
  t.notMatch(ended.stderr, password);
  const log = await world.paddock(["log", "--json"]);
  t.match(log.stdout, "denied.paddock.test");
  t.notMatch(log.stdout, password, "the log");
  const again = await inGuarded(world, "sessions-one", ["sh", "-c", "echo $HTTPS_PROXY"]);
  t.match(again.stdout, "127.0.0.1:3128");
  t.notMatch(again.stdout, password, "the next session has another");
});

t.test("status and signals are the sandboxed command's", async (t) => {
  for (const status of [0, 7, 125])
    t.equal(
      (await inGuarded(world, "sessions-one", ["sh", "-c", `exit ${status}`])).status,
      status,
    );
  const command = ["sh", "-c", "trap 'exit 9' TERM; echo ready; while :; do sleep 0.1; done"];
  const started = startPaddock(world, runWords("sessions-one", command));
  await started.said("ready\n");
  process.kill(started.pid, "SIGTERM");
  t.equal((await started.ended).status, 9);
  t.ok(await isGone(started.pid), "nothing is left");
});

t.test("a sandbox whose Paddock was killed has no network", async (t) => {
  const sandbox = start("sessions-one", "allowed.paddock.test", "killed");
  t.equal(await answered(sandbox), "200 200");
  process.kill(sandbox.started.pid, "SIGKILL");
  await sandbox.started.ended;
  // One request may have been on its way.
  await answered(sandbox);
  for (const attempt of [1, 2, 3]) t.equal(await answered(sandbox), "000 000", `${attempt}`);
  const left = await containersOf(world.name);
  t.equal(left.length, 1, "the sandbox runs on");
  // Nobody was left to do it.
  for (const path of filesOf(sandbox.started.pid)) rmSync(path, { recursive: true });
  await runPodman(["rm", "--force", "--time=0", ...left]);
});

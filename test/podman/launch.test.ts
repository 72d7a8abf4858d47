import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import t from "tap";
import { runPodman } from "./label-image.ts";
import { loggedPodman } from "./logged-podman.ts";
import { startPaddock, until } from "./started.ts";
import { containersOf, makeWorld, writeContainerfile, writeProfile } from "./world.ts";
import type { Ended } from "./world.ts";

t.setTimeout(0);
const world = makeWorld(t.testdir(), "launch");
const podman = loggedPodman(world);
t.before(async () => {
  rmSync(world.agentHome, { recursive: true, force: true });
  writeProfile(world, "launch", { flags: "-it" });
  writeProfile(world, "plain");
  for (const profile of ["launch", "plain"]) {
    const built = await world.paddock(["build", profile]);
    if (built.status !== 0) throw new Error(built.stderr);
  }
});
t.teardown(() => world.remove());

function run(...words: readonly string[]): Promise<Ended> {
  return world.paddock(["run", "launch", "--", ...words]);
}

t.test("the first launch makes the folder of the agents' home and nothing else", async (t) => {
  const ended = await run("sh", "-c", "echo kept >/root/note; echo hello >made");
  t.equal(ended.status, 0, ended.stderr);
  const home = statSync(world.agentHome);
  t.equal(home.mode & 0o7777, 0o700, "for the user alone");
  t.equal(home.uid, process.getuid?.());
  t.equal(readFileSync(join(world.agentHome, "note"), "utf8"), "kept\n");
  const made = join(world.workspace, "made");
  t.equal(readFileSync(made, "utf8"), "hello\n", "the workspace is the directory itself");
  t.equal(statSync(made).uid, process.getuid?.());
  t.strictSame(await containersOf(world.name), [], "no container is left");

  const elsewhere = join(process.env["HOME"] ?? "", "test-launch-elsewhere");
  writeProfile(world, "elsewhere", { flags: `--volume ${elsewhere}:/elsewhere` });
  const other = await world.paddock(["run", "elsewhere", "--", "true"]);
  t.equal(other.status, 125, "a folder outside the data directory has to be there");
  t.notOk(existsSync(elsewhere));
});

t.test("ends as the command ended", async (t) => {
  const cases: readonly (readonly [string, readonly string[], number])[] = [
    ["success", ["true"], 0],
    ["its own status", ["sh", "-c", "exit 7"], 7],
    ["not executable", ["/work"], 126],
    ["not found", ["no-such-program"], 127],
  ];
  for (const [name, words, status] of cases) t.equal((await run(...words)).status, status, name);
});

t.test("a command that is killed ends 128 and the signal's number", async (t) => {
  const started = startPaddock(world, ["run", "launch", "--", "sh", "-c", "echo ready; sleep 60"]);
  await started.said("ready");
  const [id = ""] = await containersOf(world.name);
  await runPodman(["kill", "--signal=KILL", id]);
  t.equal((await started.ended).status, 137);
});

const words = [
  "",
  "two words",
  "  ",
  "'",
  '"',
  "it's",
  "$HOME",
  "${PWD}",
  "$IMAGE",
  "$$",
  "#",
  "# no comment",
  "a\nb",
  "\t",
  "IMAGE",
  "NAME",
  "--",
  "--privileged",
  "-it",
  "\\",
  "a\\ b",
  "*",
  "~",
  "$(id)",
  "`id`",
  "; exit 3",
  "%s",
  "Zoë 漢字 🙂",
];
for (const [name, args] of [
  ["directly", ["run", "plain"]],
  ["through runlabel", ["run", "--runlabel", "plain"]],
] as const) {
  t.test(`words arrive as they were typed, ${name}`, async (t) => {
    const print = ["sh", "-c", `printf '%s\\0' "$@"`, "sh"];
    const ended = await world.paddock([...args, "--", ...print, ...words]);
    t.equal(ended.status, 0, ended.stderr);
    t.strictSame(ended.stdout.split("\0").slice(0, -1), words);
  });
}

t.test("without a terminal stdin reaches its end, and that is said once", async (t) => {
  const input = "one\ntwo without an end of line";
  const ended = await world.paddock(["run", "launch", "--", "cat"], { input });
  t.equal(ended.status, 0);
  t.equal(ended.stdout, input);
  t.equal(ended.stderr.split("no terminal").length, 2, ended.stderr);
  t.notMatch(ended.stderr, /input device is not a TTY/i, "Podman had nothing to complain about");
});

t.test("stdout and stderr stay apart", async (t) => {
  const ended = await run("sh", "-c", "echo answer; echo complaint >&2");
  t.equal(ended.stdout, "answer\n");
  t.match(ended.stderr, /^complaint$/m);
  t.notMatch(ended.stderr, /^answer$/m);
});

t.test("-w starts in a directory of the workspace, and in no other", async (t) => {
  mkdirSync(join(world.workspace, "a folder"), { recursive: true });
  const inside = await world.paddock(["run", "launch", "-w", "a folder", "--", "pwd"]);
  t.equal(inside.stdout, "/work/a folder\n", inside.stderr);
  const outside = await world.paddock(["run", "launch", "-w", "..", "--", "pwd"]);
  t.equal(outside.status, 125);
  t.equal(outside.stdout, "");
});

t.test("an image that is not there is never pulled", async (t) => {
  writeProfile(world, "vanished");
  await world.paddock(["build", "vanished"]);
  await runPodman(["image", "rm", "localhost/paddock:vanished"]);
  podman.calls();
  const { environment } = podman;
  for (const flag of ["--no-runlabel", "--runlabel"]) {
    const args = ["run", flag, "--no-build", "vanished", "--", "true"];
    const ended = await world.paddock(args, { environment });
    t.equal(ended.status, 125, flag);
    t.match(ended.stderr, /There is no image localhost\/paddock:vanished/);
  }
  const asked = podman.calls().filter((call) => !/^(?:image inspect|--version)/.test(call));
  t.strictSame(asked, [], "Podman was asked for nothing but what it has");
  const dry = await world.paddock(["run", "--dry-run", "vanished"]);
  t.match(dry.stdout, /--pull=never/, "and one that goes away at the last moment neither");
});

t.test("an image whose label is not its Containerfile's is refused", async (t) => {
  writeProfile(world, "other");
  await world.paddock(["build", "other"]);
  const file = writeContainerfile(
    world,
    "by-hand",
    'FROM localhost/paddock:other\nLABEL run="podman run --rm --volume /:/host localhost/paddock:other"',
  );
  const tag = "localhost/paddock:other";
  const built = await runPodman([
    "build",
    "--quiet",
    "--tag",
    tag,
    "--file",
    file,
    world.workspace,
  ]);
  t.equal(built.status, 0, built.stderr);
  for (const flag of ["--build", "--no-build", "--runlabel"]) {
    const ended = await world.paddock(["run", flag, "other", "--", "true"]);
    t.equal(ended.status, 125, flag);
    t.match(ended.stderr, /carries another label run than its Containerfile/, flag);
    t.match(ended.stderr, /volume \/:\/host/, `${flag}: both are shown`);
  }
  writeProfile(world, "plain", { flags: "--env CHANGED=1" });
  const edited = await world.paddock(["run", "--no-build", "plain", "--", "true"]);
  t.equal(edited.status, 125, "an edit that was not built");
  writeProfile(world, "plain");
});

async function createCommand(): Promise<readonly string[]> {
  let command: readonly string[] = [];
  await until(async () => {
    const [id] = await containersOf(world.name);
    if (id === undefined) return false;
    const answer = await runPodman(["inspect", "--format={{json .Config.CreateCommand}}", id]);
    command = answer.status === 0 ? (JSON.parse(answer.stdout) as readonly string[]) : [];
    return command.length > 0;
  });
  return command;
}

t.test("Paddock, its dry run and runlabel mean the same argv", async (t) => {
  const cwd = world.workspace;
  const shown = await runPodman(
    ["container", "runlabel", "--display", "run", "localhost/paddock:plain"],
    cwd,
  );
  const display = (shown.stdout + shown.stderr)
    .trim()
    .replace(/^command: /, "")
    .split(" ");
  const dry = await world.paddock(["run", "--dry-run", "--json", "plain"]);
  const { argv, additions } = JSON.parse(dry.stdout) as {
    argv: readonly string[];
    additions: readonly { words: readonly string[] }[];
  };
  t.equal(basename(display[0] ?? ""), "podman", "Podman shows it as it was called itself");
  t.strictSame(argv.slice(1), display.slice(1), "the dry run is what runlabel displays");

  const program = ["sh", "-c", "sleep 30 & wait"];
  const sameArgv = async (flags: readonly string[]): Promise<readonly string[]> => {
    const started = startPaddock(world, ["run", ...flags, "plain", "--", ...program]);
    const command = await createCommand();
    const [id = ""] = await containersOf(world.name);
    await runPodman(["rm", "--force", "--time=0", id]);
    await started.ended;
    return command.slice(1);
  };
  const direct = await sameArgv([]);
  const [idFile, ...bookkeeping] = direct.filter((word) => word.startsWith("--cidfile="));
  t.match(idFile, /^--cidfile=\/.*\/paddock-\d+-\d+\.id$/, "beside it, where the id goes");
  t.strictSame(bookkeeping, []);
  const wanted = [...argv.slice(1), ...program];
  const own = additions.flatMap((addition) => addition.words);
  t.equal(own.length, 1);
  t.match(own[0], /^--mount=.*,dst=\/run\/paddock,ro=true,relabel=shared$/, "and what it is told");
  t.strictSame(
    direct.filter((word) => word !== idFile && !own.includes(word)),
    wanted,
    "started directly",
  );
  t.ok(direct.includes(own[0] ?? ""), "the dry run has named the one folder that is added");

  const link = /^\/.*\/paddock-\d+-\d+\.d(?=:\/work:z$)/;
  const runlabel = await sameArgv(["--runlabel"]);
  t.equal(runlabel.filter((word) => link.test(word)).length, 1, "a plain link to the workspace");
  t.strictSame(
    runlabel.map((word) => word.replace(link, cwd)),
    wanted,
    "started by runlabel",
  );
});

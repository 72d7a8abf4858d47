import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";
import { parseContainerfile } from "../../lib/containerfile/parse.ts";
import { findPins } from "../../lib/upgrade/pins/find-pins.ts";
import { runPodman } from "./label-image.ts";
import { processesOf } from "./nothing-left.ts";
import { buildShippedImages } from "./shipped-images.ts";
import type { Ended } from "./shipped-images.ts";
import { startPaddock, until } from "./started.ts";
import { makeWorld, writeProfile } from "./world.ts";

t.setTimeout(0);
const world = makeWorld(t.testdir(), "upgrade");
const BASE = fileURLToPath(new URL("../../profiles/base", import.meta.url));
const TAG = "localhost/paddock:raised";
const PACKAGE = "@google/gemini-cli";
/** A release before the one that the base pins, which is known to build and to start. */
const OLDER = "0.60.0";
const shipped = findPins(parseContainerfile(readFileSync(`${BASE}/Containerfile`, "utf8"))).find(
  (pin) => pin.package === PACKAGE,
);
const NEWER = shipped?.version ?? "";

// The agent of the base once more, as a pin of this profile: its packages are few, so a build takes seconds.
const LINES = `USER root
RUN rm -r /usr/local/bin/gemini /usr/local/lib/agents/gemini-cli
# renovate: datasource=npm depName=${PACKAGE}
ARG UNDER_TEST_VER=${NEWER}
ARG UNDER_TEST_HASH=${shipped?.hash ?? ""}
COPY agents/gemini-cli /usr/local/lib/agents/gemini-cli
RUN /usr/local/lib/paddock/install-agent.sh ${PACKAGE} "$UNDER_TEST_VER" "$UNDER_TEST_HASH"`;

// Debian's Node comes without npm, which makes the locks.
const environment = {
  PATH: `${dirname(process.env["PADDOCK_NODE24"] ?? "")}:${process.env["PATH"] ?? ""}`,
};
const paddock = (...words: readonly string[]): Promise<Ended> =>
  world.paddock(words, { environment });

t.before(async () => {
  await buildShippedImages();
  // What the base was built with: without it this world would build it anew.
  const records = ".local/state/paddock/images";
  cpSync(join(process.env["HOME"] ?? "", records), `${world.folder}/state/paddock/images`, {
    recursive: true,
  });
  writeProfile(world, "raised", { from: "localhost/paddock-base:latest", lines: LINES });
  cpSync(`${BASE}/agents/gemini-cli`, `${world.profiles}/raised/agents/gemini-cli`, {
    recursive: true,
  });
});
t.teardown(() => world.remove());

const containerfile = `${world.profiles}/raised/Containerfile`;
const lock = `${world.profiles}/raised/agents/gemini-cli/package-lock.json`;

/** What the profile pins, in the Containerfile and in the lock. */
function pinned(): readonly unknown[] {
  const pin = findPins(parseContainerfile(readFileSync(containerfile, "utf8")))[0];
  const { packages } = JSON.parse(readFileSync(lock, "utf8")) as {
    packages: Record<string, { version?: string }>;
  };
  return [pin?.version, packages[`node_modules/${PACKAGE}`]?.version];
}

async function inspect(image: string, format: string): Promise<string> {
  return (await runPodman(["image", "inspect", `--format=${format}`, image])).stdout.trim();
}

const idOf = (image: string): Promise<string> => inspect(image, "{{.Id}}");

/** What the agent in the image says of itself. */
async function started(): Promise<string> {
  const flags = ["--rm", "--pull=never", "--network=none", "--entrypoint=gemini"];
  const { stdout, stderr } = await runPodman(["run", ...flags, TAG, "--version"]);
  return stdout.trim() || stderr;
}

t.test("an older release, with a lock of its own, is pinned, built and started", async (t) => {
  const words = ["upgrade", "under-test", "--to", OLDER, "--allow-downgrade", "--min-age", "0"];
  const lowered = await paddock(...words);
  t.equal(lowered.status, 0, lowered.stderr + lowered.stdout);
  t.same(pinned(), [OLDER, OLDER]);
  const built = await paddock("build", "raised");
  t.equal(built.status, 0, built.stderr.slice(-2000));
  t.equal(await started(), OLDER);
});

const RAISE = ["upgrade", "under-test", "--to", NEWER, "--min-age", "0", "--rebuild"];

t.test(
  "upgrade --rebuild: the image runs the newer release; --undo: the older one again",
  async (t) => {
    const before = await idOf(TAG);
    const raised = await paddock(...RAISE);
    t.equal(raised.status, 0, raised.stderr.slice(-2000) + raised.stdout);
    t.same(pinned(), [NEWER, NEWER]);
    t.equal(await started(), NEWER);
    const after = await idOf(TAG);
    const agents = (await inspect(TAG, '{{index .Labels "paddock.agents"}}')).split(" ");
    t.ok(agents.includes(`under-test=${NEWER}`), agents.join(" "));
    const rows = JSON.parse((await paddock("profiles", "--json")).stdout) as { name: string }[];
    t.match(
      rows.find(({ name }) => name === "raised"),
      { agents: { "under-test": NEWER } },
    );

    const undone = await paddock("upgrade", "--undo");
    t.equal(undone.status, 0, undone.stderr);
    t.same(pinned(), [OLDER, OLDER]);
    t.equal(await idOf(TAG), before, "the very image of before");
    t.equal(await started(), OLDER);
    t.equal(await idOf(after), "", "the newer one is gone");
    const built = await paddock("build", "raised");
    t.match(built.stderr, /raised is fresh/, "nothing is left to build");
  },
);

t.test("Ctrl-C in the middle of the build: pins, lock and image are what they were", async (t) => {
  const text = readFileSync(containerfile, "utf8");
  const line = `RUN if [ "$UNDER_TEST_VER" = ${NEWER} ]; then sleep 7655; fi`;
  writeFileSync(containerfile, text.replace("RUN /usr", `${line}\nRUN /usr`));
  const built = await paddock("build", "raised");
  t.equal(built.status, 0, built.stderr.slice(-2000));
  const before = await idOf(TAG);
  const raised = startPaddock(world, RAISE, { environment, detached: true });
  t.ok(await until(() => processesOf("sleep\x007655").length > 0), "the step runs");
  t.same(pinned(), [NEWER, NEWER]);
  process.kill(-raised.pid, "SIGINT");
  t.equal((await raised.ended).status, 130);
  t.same(processesOf("sleep\x007655"), []);
  t.same(pinned(), [OLDER, OLDER]);
  t.equal(await idOf(TAG), before);
  writeFileSync(containerfile, readFileSync(containerfile, "utf8").replace(`${line}\n`, ""));
});

const BROKEN: readonly [name: string, line: string, said: RegExp][] = [
  [
    "an agent that does not start",
    `RUN if [ "$UNDER_TEST_VER" = ${NEWER} ]; then rm /usr/local/bin/gemini; fi`,
    /gemini does not start in the new image \(status 127\)/,
  ],
  [
    "a build that fails",
    `RUN test "$UNDER_TEST_VER" != ${NEWER}`,
    /The build of profile raised failed at step \d+\/\d+, RUN test .* \(status 1\)/,
  ],
];
for (const [name, line, said] of BROKEN) {
  t.test(`${name}: pins, lock and image are by themselves what they were`, async (t) => {
    writeFileSync(containerfile, `${readFileSync(containerfile, "utf8")}${line}\n`);
    const text = readFileSync(containerfile, "utf8");
    const built = await paddock("build", "raised");
    t.equal(built.status, 0, built.stderr.slice(-2000));
    const before = await idOf(TAG);

    const raised = await paddock(...RAISE);
    t.equal(raised.status, 1, raised.stderr);
    t.match(raised.stderr, said);
    t.match(raised.stdout, `taken back: under-test: ${OLDER} to ${NEWER}`);
    t.same(pinned(), [OLDER, OLDER]);
    t.equal(readFileSync(containerfile, "utf8"), text, "byte by byte");
    t.equal(await idOf(TAG), before);
    t.equal(await started(), OLDER);
    const history = JSON.parse(
      (await paddock("upgrade", "--history", "--json")).stdout,
    ) as object[];
    t.match(history.at(-1), { agent: "under-test", ended: "rolled-back" });
    t.notOk(existsSync(`${world.folder}/state/paddock/replacing/journal.json`));
  });
}

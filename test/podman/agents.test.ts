import { existsSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";
import { parseContainerfile } from "../../lib/containerfile/parse.ts";
import { findPins } from "../../lib/upgrade/pins/find-pins.ts";
import { buildShippedImages, runProgram } from "./shipped-images.ts";
import type { Ended } from "./shipped-images.ts";
import { acceptedHere } from "./unenforced.ts";

t.setTimeout(0);
const PADDOCK = fileURLToPath(new URL("../../dist/bin/paddock.js", import.meta.url));
const CAPABILITIES = ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"];
const workspace = realpathSync(t.testdir());
const accepted = acceptedHere();
t.before(buildShippedImages);

function paddock(...words: readonly string[]): Promise<Ended> {
  return runProgram([process.execPath, PADDOCK, ...words], { cwd: workspace });
}

const AGENTS: readonly [profile: string, says: (version: string) => string][] = [
  ["claude", (version) => `${version} (Claude Code)`],
  ["codex", (version) => `codex-cli ${version}`],
];

for (const [profile, says] of AGENTS) {
  t.test(`profile ${profile}: the pinned agent, run by a user without capabilities`, async (t) => {
    const file = new URL(`../../profiles/${profile}/Containerfile`, import.meta.url);
    const pins = findPins(parseContainerfile(readFileSync(file, "utf8")));
    t.equal(pins.length, 1);
    const argument = process.env["PADDOCK_TEST_BUILD_ARG"];
    const built = await paddock("build", profile, ...(argument ? ["--build-arg", argument] : []));
    t.equal(built.status, 0, built.stderr.slice(-2000));
    const run = (...words: readonly string[]): Promise<Ended> =>
      paddock("run", "--yes", profile, "--runtime", "crun", ...accepted, "--", ...words);
    const version = await run(profile, "--version");
    t.equal(version.stdout, says(pins[0]?.version ?? ""), version.stderr);
    const status = await run("sh", "-c", "id -u; grep -E '^(Cap|NoNewPrivs)' /proc/self/status");
    t.same(
      status.stdout.split("\n"),
      ["1000", ...CAPABILITIES.map((set) => `${set}:\t${"0".repeat(16)}`), "NoNewPrivs:\t1"],
      status.stderr,
    );
    const words = ["run", "--yes", `guarded-${profile}`, "--runtime", "crun", ...accepted, "--"];
    const guarded = await paddock(
      ...words,
      "sh",
      "-c",
      `${profile} --version; curl --silent --write-out '%{http_connect}' https://paddock.invalid`,
    );
    t.equal(guarded.stdout, `${version.stdout}\n403`, guarded.stderr);
    const note = join(homedir(), ".local/share/paddock/homes", profile, ".paddock-test");
    rmSync(note, { force: true });
    t.equal((await run("touch", "/home/ai/.paddock-test")).status, 0);
    t.ok(existsSync(note), "the home is the agent's own");
    rmSync(note);
  });
}

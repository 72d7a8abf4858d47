import { readFileSync } from "node:fs";
import t, { type Test } from "tap";
import { PaddockError } from "../../../lib/errors.ts";
import { makeLock, type MadeLock } from "../../../lib/upgrade/lock/make-lock.ts";
import { testWorld, type World } from "../../host-for-tests.ts";
import { integrityOf, packageLock, PIN } from "./lock-for-tests.ts";

/** What npm does in a test: it writes down how it was called, and leaves this lock, these words and this status. */
interface FakeNpm {
  readonly lock?: object;
  readonly stderr?: string;
  readonly status?: number;
}

function worldWithNpm(t: Test, { lock, stderr = "", status = 0 }: FakeNpm): World {
  const script = `#!${process.execPath}
const { readFileSync, writeFileSync } = process.getBuiltinModule("node:fs");
const argv = process.argv.slice(2);
const folder = argv.find((word) => word.startsWith("--prefix="))?.slice(9);
writeFileSync(process.argv[1].slice(0, -"npm".length) + "called.json", JSON.stringify({
  argv, folder, manifest: readFileSync(folder + "/package.json", "utf8"), cwd: process.cwd(),
}));
const lock = ${JSON.stringify(lock ?? null)};
if (lock) writeFileSync(folder + "/package-lock.json", JSON.stringify(lock));
process.stderr.write(${JSON.stringify(stderr)});
process.exitCode = ${String(status)};
`;
  const world = testWorld(t);
  world.write("bin/npm", script, 0o755);
  return world;
}

/** The outcome, or the message of the error. */
async function made(world: World): Promise<MadeLock | string> {
  try {
    return await makeLock(world.host, PIN);
  } catch (error) {
    if (error instanceof PaddockError && error.fix !== "") return `${error.code}: ${error.message}`;
    throw error;
  }
}

t.test("npm locks the one package for every system, and installs nothing", async (test) => {
  const world = worldWithNpm(test, { lock: packageLock() });
  const lock = await made(world);
  test.strictSame(lock, {
    kind: "made",
    packageJson: `{\n  "name": "tool",\n  "private": true,\n  "dependencies": {\n    "@a/tool": "1.2.3"\n  }\n}\n`,
    packageLock: `${JSON.stringify(packageLock(), undefined, 2)}\n`,
  });
  const called = JSON.parse(readFileSync(`${world.root}/bin/called.json`, "utf8")) as {
    argv: string[];
    folder: string;
    manifest: string;
  };
  test.strictSame(called.argv, [
    "install",
    `--prefix=${called.folder}`,
    "--package-lock-only",
    "--package-lock=true",
    "--lockfile-version=3",
    "--omit-lockfile-registry-resolved=true",
    "--install-strategy=hoisted",
    "--include=optional",
    "--ignore-scripts=true",
    "--global=false",
    "--dry-run=false",
    "--force=false",
    "--engine-strict=false",
    "--prefer-online=true",
    "--audit=false",
    "--fund=false",
    "--update-notifier=false",
    "--json=false",
    "--loglevel=error",
  ]);
  test.equal(typeof lock === "object" && lock.kind === "made" && lock.packageJson, called.manifest);
  test.ok(called.folder.startsWith(`${world.host.settings.cacheDirectory}/locks/`));
  test.equal(world.host.files.facts(called.folder), undefined, "the folder is removed");
});

const cases: Record<string, [npm: FakeNpm, outcome: MadeLock | string]> = {
  "D14 the platform build is not out yet": [
    { lock: packageLock({ "node_modules/@a/tool-linux-arm64": undefined }) },
    { kind: "platform-missing", packages: ["@a/tool-linux-arm64"] },
  ],
  "npm fails: its code is told, no address and no secret": [
    {
      status: 1,
      stderr: "npm error code E404\nnpm error 404 GET https://u:secret@host/@a%2ftool\n",
    },
    "failed: No lock for @a/tool 1.2.3: npm ended with E404.",
  ],
  "npm fails without a code, though it left a lock": [
    { status: 7, stderr: "sh: gone", lock: packageLock() },
    "failed: No lock for @a/tool 1.2.3: npm ended with status 7.",
  ],
  "npm writes no lock": [{}, "failed: No lock for @a/tool 1.2.3: npm wrote no lock of version 3."],
  "D15 npm locks another tarball than the one that is pinned": [
    {
      lock: packageLock({
        "node_modules/@a/tool": { version: "1.2.3", integrity: integrityOf("other") },
      }),
    },
    "failed: No lock for @a/tool 1.2.3: @a/tool is locked with another sha512 than pinned.",
  ],
};
for (const [name, [npm, outcome]] of Object.entries(cases)) {
  t.test(name, async (test) => {
    const world = worldWithNpm(test, npm);
    test.strictSame(await made(world), outcome);
    test.strictSame(world.host.files.list(`${world.host.settings.cacheDirectory}/locks`), []);
  });
}

t.test("without npm in PATH", async (test) => {
  test.equal(await made(testWorld(test)), "host-unready: npm was not found in PATH.");
});

import { randomBytes } from "node:crypto";
import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import { readJsonObject, type JsonObject } from "../../json-object.ts";
import { checkAgentLock, type LockedPin } from "./check-agent-lock.ts";
import { completeLock } from "./complete-lock.ts";

/** The texts of a new `package.json` and `package-lock.json`, or which native builds the registry does not have yet. */
export type MadeLock =
  | { readonly kind: "made"; readonly packageJson: string; readonly packageLock: string }
  | { readonly kind: "platform-missing"; readonly packages: readonly string[] };

type LockHost = Pick<Host, "settings" | "files" | "processes">;

const TIMEOUT_MS = 5 * 60_000;

/** What a person's npm configuration must not change; everything else of it (registry, proxy, CA, credentials) applies. */
const OPTIONS = [
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
  // A release that cannot run on this machine's Node may well run in the image.
  "--engine-strict=false",
  // A cached answer from before a native build came out would leave it out of the lock.
  "--prefer-online=true",
  "--audit=false",
  "--fund=false",
  "--update-notifier=false",
  "--json=false",
  "--loglevel=error",
];

/**
 * Has npm lock a package at one version with all it pulls in, for every system, installing nothing. Throws PaddockError "failed" where
 * npm fails or the lock does not agree with the pin; a lock that lacks a native build for Linux is never made.
 */
export async function makeLock(host: LockHost, pin: LockedPin): Promise<MadeLock> {
  const name = pin.package.slice(pin.package.lastIndexOf("/") + 1);
  const manifest = { name, private: true, dependencies: { [pin.package]: pin.version } };
  const completed = completeLock(await runNpm(host, pin, jsonText(manifest)));
  if (completed.kind === "platform-missing") return completed;
  if (completed.kind === "no-lock") throw failed(pin, "npm wrote no lock of version 3");
  const texts = {
    packageJson: jsonText(manifest),
    packageLock: jsonText(completed.packageLock),
  };
  const lock = { packageJson: manifest, packageLock: completed.packageLock, texts };
  const [problem] = checkAgentLock(lock, pin);
  if (problem !== undefined)
    throw failed(pin, [problem.package, problem.what].filter(Boolean).join(" "));
  return { kind: "made", ...texts };
}

async function runNpm(host: LockHost, pin: LockedPin, manifest: string): Promise<JsonObject> {
  const npm = findNpm(host);
  const folder = `${host.settings.cacheDirectory}/locks/${randomBytes(6).toString("hex")}`;
  host.files.makePrivateDirectory(folder);
  try {
    host.files.writeWhole(`${folder}/package.json`, manifest);
    const argv = [npm, "install", `--prefix=${folder}`, ...OPTIONS];
    const { status, stderr } = await host.processes.run(argv, { timeoutMs: TIMEOUT_MS });
    // npm's own words may hold addresses and paths: its code alone is told.
    const code = /^npm (?:error|ERR!) code (?<code>[A-Z][A-Z\d_]*)$/mu.exec(stderr)?.groups?.[
      "code"
    ];
    if (status !== 0) throw failed(pin, `npm ended with ${code ?? `status ${String(status)}`}`);
    return readJsonObject(host.files.readText(`${folder}/package-lock.json`)) ?? {};
  } finally {
    host.files.removeTree(folder);
  }
}

/** The absolute path of npm; never from a relative entry of $PATH, which would let the workspace choose it. */
function findNpm({ settings, files }: LockHost): string {
  const found = settings.searchPath
    .map((directory) => `${directory}/npm`)
    .find((path) => files.facts(path)?.kind === "file" && files.may(path, "execute"));
  if (found === undefined) {
    throw new PaddockError("host-unready", "npm was not found in PATH.", {
      fix: "Install npm, which comes with Node.js: it makes the lock of an agent.",
    });
  }
  return found;
}

function failed(pin: LockedPin, why: string): PaddockError {
  return new PaddockError("failed", `No lock for ${pin.package} ${pin.version}: ${why}.`, {
    fix: `Nothing was changed. See what npm itself says: npm view ${pin.package}@${pin.version}`,
  });
}

function jsonText(value: JsonObject): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

import semver from "semver";
import { isJsonObject, isTextMap, type JsonObject } from "../../json-object.ts";
import type { Pin } from "../pins/pin.ts";
import type { AgentLock } from "./agent-lock.ts";
import { sha512Hex } from "../release/integrity.ts";
import { absentPackages, lockedPackages, nameOfPath } from "./locked-packages.ts";
import { allowsLinux, platformOfName } from "./platform.ts";

/** What a lock has to lock. */
export type LockedPin = Pick<Pin, "package" | "version" | "hash">;

/** One reason why a lock must not be used. */
export interface LockProblem {
  /** The package that it concerns; undefined for the lock as a whole. */
  readonly package: string | undefined;
  /** What is wrong, without the package's name. */
  readonly what: string;
}

/**
 * What is wrong with a lock for the pin; an empty list is a lock that agrees with it: the package at the pinned version and sha512,
 * every package that may be installed on Linux with a sha512 of its own, none absent that another one names, and no address to
 * download from.
 */
export function checkAgentLock(lock: AgentLock, pin: LockedPin): readonly LockProblem[] {
  const packages = lockedPackages(lock.packageLock);
  if (packages === undefined)
    return [{ package: undefined, what: "the lock is no package-lock.json of version 3" }];
  const problems: LockProblem[] = [];
  const roots = [lock.packageJson, packages.get("") ?? {}];
  if (!roots.every((root) => wantsOnly(root, pin)))
    problems.push({ package: pin.package, what: "is not the one thing that the lock is for" });
  problems.push(...checkWrapper(packages.get(`node_modules/${pin.package}`), pin));
  for (const [path, entry] of packages) {
    if (path !== "") problems.push(...checkEntry(nameOfPath(path), entry));
  }
  for (const { name } of absentPackages(packages))
    problems.push({ package: name, what: "is named by another package and absent" });
  if ([lock.packageJson, lock.packageLock].some(holdsAddress))
    problems.push({ package: undefined, what: "the lock holds an address to download from" });
  return problems;
}

function wantsOnly(root: JsonObject, pin: LockedPin): boolean {
  const { dependencies } = root;
  const others = ["optionalDependencies", "devDependencies", "peerDependencies", "overrides"];
  return (
    isTextMap(dependencies) &&
    Object.keys(dependencies).join() === pin.package &&
    dependencies[pin.package] === pin.version &&
    others.every((field) => root[field] === undefined)
  );
}

function checkWrapper(entry: JsonObject | undefined, pin: LockedPin): LockProblem[] {
  const found = (what: string): LockProblem[] => [{ package: pin.package, what }];
  if (entry === undefined) return found("is not in the lock");
  if (entry["version"] !== pin.version || (entry["name"] ?? pin.package) !== pin.package)
    return found("is locked at another version than pinned");
  if (hexOf(entry["integrity"]) !== pin.hash.toLowerCase())
    return found("is locked with another sha512 than pinned");
  return [];
}

function checkEntry(name: string, entry: JsonObject): LockProblem[] {
  const { version, integrity, link } = entry;
  if (link !== undefined || typeof version !== "string" || semver.valid(version) !== version)
    return [{ package: name, what: "is locked at no version of a registry" }];
  const isForLinux = allowsLinux(entry) || platformOfName(name)?.os === "linux";
  if (integrity === undefined && !isForLinux) return [];
  return hexOf(integrity) === undefined
    ? [{ package: name, what: "has no sha512 of 64 bytes" }]
    : [];
}

/** Whether a text anywhere in it is a URL or names a place other than the registry. */
function holdsAddress(value: unknown): boolean {
  if (typeof value === "string")
    return /:\/\/|^(?:git|github|gitlab|bitbucket|file|link)[:+@]/u.test(value);
  if (Array.isArray(value)) return value.some(holdsAddress);
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(
    ([key, inner]) => key === "resolved" || holdsAddress(key) || holdsAddress(inner),
  );
}

function hexOf(integrity: unknown): string | undefined {
  const sha512 = sha512Hex(typeof integrity === "string" ? integrity : undefined);
  return sha512.kind === "sha512" ? sha512.hex : undefined;
}

import semver from "semver";
import type { JsonObject } from "../../json-object.ts";
import { absentPackages, lockedPackages, type AbsentPackage } from "./locked-packages.ts";
import { platformOfName } from "./platform.ts";

/** A lock as npm made it, with what npm leaves out of it; or what cannot be added, since it may be wanted on Linux. */
export type CompletedLock =
  | { readonly kind: "complete"; readonly packageLock: JsonObject }
  | { readonly kind: "platform-missing"; readonly packages: readonly string[] }
  | { readonly kind: "no-lock" };

/** Addresses and words for people: nothing that an installation needs. */
const DROPPED = new Set(["resolved", "funding", "deprecated"]);

/**
 * npm drops an optional package that the registry does not have from a new lock without a word, and `npm ci` (npm 11) then refuses that
 * lock. So packages for other systems are added without integrity, which no Linux machine installs. One for Linux, or whose name tells no system, is not.
 */
export function completeLock(made: JsonObject): CompletedLock {
  const packages = lockedPackages(made);
  if (packages === undefined) return { kind: "no-lock" };
  const entries = new Map([...packages].map(([path, entry]) => [path, withoutDropped(entry)]));
  const missing: string[] = [];
  for (const absent of absentPackages(packages)) {
    const entry = foreignEntry(absent);
    if (entry === undefined) missing.push(absent.name);
    else entries.set(`node_modules/${absent.name}`, entry);
  }
  if (missing.length > 0) return { kind: "platform-missing", packages: missing.sort() };
  const sorted = [...entries].sort(([one], [other]) => one.localeCompare(other, "en"));
  return { kind: "complete", packageLock: { ...made, packages: Object.fromEntries(sorted) } };
}

function withoutDropped(entry: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(entry).filter(([field]) => !DROPPED.has(field)));
}

/** An entry for a package that is for another system, as its name tells. */
function foreignEntry({ name, spec, isOptional }: AbsentPackage): JsonObject | undefined {
  const platform = platformOfName(name);
  if (!isOptional || platform === undefined || platform.os === "linux") return undefined;
  const alias = /^npm:(?<target>.+)@(?<range>[^@]+)$/u.exec(spec)?.groups;
  const range = alias?.["range"] ?? spec;
  const version = semver.validRange(range) === null ? undefined : semver.minVersion(range)?.version;
  if (version === undefined) return undefined;
  return {
    ...(alias === undefined ? {} : { name: alias["target"] }),
    version,
    ...(platform.cpu === undefined ? {} : { cpu: [platform.cpu] }),
    optional: true,
    os: [platform.os],
  };
}

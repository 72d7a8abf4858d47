import { maxSatisfying } from "semver";
import { PaddockError } from "../../../errors.ts";
import { printable } from "../../../printable.ts";
import { sha512Hex } from "../integrity.ts";
import type { Packument } from "../packument.ts";
import type { Release } from "../release.ts";

/** A build of native code for one platform, which a wrapper package names as an optional dependency. */
export interface PlatformPackage {
  readonly platform: string;
  /** The package that the registry knows; it differs from the dependency's name where that is an alias. */
  readonly package: string;
  readonly range: string;
}

/** The optional dependencies that hold native code for `platforms` (`linux-x64`, ...). */
export function platformPackages(
  release: Release,
  platforms: readonly string[],
): readonly PlatformPackage[] {
  return Object.entries(release.optionalDependencies).flatMap(([name, range]) => {
    const platform = platforms.find((one) => isFor(name, one));
    if (platform === undefined) return [];
    const alias = /^npm:(?<package>(?:@[^/@]+\/)?[^/@]+)@(?<range>.+)$/u.exec(range)?.groups;
    return [{ platform, package: alias?.["package"] ?? name, range: alias?.["range"] ?? range }];
  });
}

/** The other packages that a plan must look at, for all the releases it may choose. */
export function platformPackageNames(
  packument: Packument,
  platforms: readonly string[],
): readonly string[] {
  const names = new Set<string>();
  for (const release of packument.versions.values()) {
    for (const one of platformPackages(release, platforms)) names.add(one.package);
  }
  names.delete(packument.name);
  return [...names].sort();
}

/** What keeps the native code of a release from being installed, in words; `error` where nobody could say what there is. */
export interface MissingBuild {
  readonly reason: string;
  readonly error?: PaddockError;
}

/** The first build of native code for `release` that cannot be installed; undefined when every one is there. */
export function missingPlatformPackage(
  release: Release,
  platforms: readonly string[],
  packuments: ReadonlyMap<string, Packument | PaddockError>,
): MissingBuild | undefined {
  for (const needed of platformPackages(release, platforms)) {
    const packument = packuments.get(needed.package);
    if (packument === undefined || packument instanceof PaddockError) {
      return unread(needed, packument);
    }
    const version = packument.versions.has(needed.range)
      ? needed.range
      : maxSatisfying([...packument.versions.keys()], needed.range);
    const found = version === null ? undefined : packument.versions.get(version);
    if (found === undefined) {
      const what = printable(`${needed.package}@${needed.range}`);
      return { reason: `the platform build for ${needed.platform} is not out yet (${what})` };
    }
    if (sha512Hex(found.integrity).kind !== "sha512") {
      return {
        reason: `the platform build for ${needed.platform} has no sha512 that can be checked`,
      };
    }
  }
  return undefined;
}

/** Only a package that the registry does not have may come later; after any other answer nobody knows. */
function unread(needed: PlatformPackage, error: PaddockError | undefined): MissingBuild {
  const what = `its build for ${needed.platform} (${printable(needed.package)})`;
  if (error?.code === "package-unknown") return { reason: `${what} is not out yet` };
  const reason = `${what} cannot be looked up`;
  return error === undefined ? { reason } : { reason: `${reason}: ${error.message}`, error };
}

function isFor(name: string, platform: string): boolean {
  return (
    name.endsWith(`-${platform}`) ||
    name.endsWith(`-${platform}-gnu`) ||
    name.endsWith(`/${platform}`)
  );
}

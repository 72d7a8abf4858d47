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

/** Words for what keeps the native code of `release` from being installed; undefined when every build is there. */
export function missingPlatformPackage(
  release: Release,
  platforms: readonly string[],
  packuments: ReadonlyMap<string, Packument | PaddockError>,
): string | undefined {
  for (const needed of platformPackages(release, platforms)) {
    const packument = packuments.get(needed.package);
    if (packument === undefined || packument instanceof PaddockError) {
      return `its build for ${needed.platform} (${needed.package}) cannot be looked up`;
    }
    const version = packument.versions.has(needed.range)
      ? needed.range
      : maxSatisfying([...packument.versions.keys()], needed.range);
    const found = version === null ? undefined : packument.versions.get(version);
    if (found === undefined) {
      const what = printable(`${needed.package}@${needed.range}`);
      return `the platform build for ${needed.platform} is not out yet (${what})`;
    }
    if (sha512Hex(found.integrity).kind !== "sha512") {
      return `the platform build for ${needed.platform} has no sha512 that can be checked`;
    }
  }
  return undefined;
}

function isFor(name: string, platform: string): boolean {
  return (
    name.endsWith(`-${platform}`) ||
    name.endsWith(`-${platform}-gnu`) ||
    name.endsWith(`/${platform}`)
  );
}

import { compare, gt, lt, prerelease, valid } from "semver";
import { printable } from "../../../printable.ts";
import type { Packument } from "../packument.ts";
import type { Release } from "../release.ts";

/** The release that an agent should move to if it may be installed, and why it is that one. */
export type Target =
  | { readonly kind: "release"; readonly release: Release; readonly notes: readonly string[] }
  | { readonly kind: "none"; readonly reason: string };

/** Releases that may ever be chosen, the newest first: no prerelease (platform builds are written as such), none deprecated. */
export function stableReleases(packument: Packument): readonly Release[] {
  return [...packument.versions.values()]
    .filter((release) => prerelease(release.version) === null && release.deprecated === undefined)
    .sort((a, b) => compare(b.version, a.version));
}

/** Follows `latest` unless it is a prerelease, deprecated or gone; then the newest stable release. */
export function followLatest(packument: Packument): Target {
  const stable = stableReleases(packument);
  const [newest] = stable;
  if (newest === undefined) return { kind: "none", reason: "no stable release is offered" };
  const latest = packument.distTags["latest"];
  const followed = stable.find((release) => release.version === latest);
  if (followed === undefined) {
    const why = whyNotLatest(packument, latest);
    return { kind: "release", release: newest, notes: [`latest is not followed: ${why}`] };
  }
  const notes = gt(newest.version, followed.version)
    ? [`${newest.version} is higher, but latest is ${followed.version}`]
    : [];
  return { kind: "release", release: followed, notes };
}

/** The release that a person asked for; it must be one that could be chosen. */
export function namedTarget(packument: Packument, version: string): Target {
  const shown = printable(version);
  if (valid(version) !== version) return { kind: "none", reason: `${shown} is not a version` };
  const release = packument.versions.get(version);
  if (release === undefined) {
    return { kind: "none", reason: `the registry has no release ${shown}` };
  }
  if (prerelease(version) !== null) return { kind: "none", reason: `${shown} is a prerelease` };
  if (release.deprecated !== undefined) {
    return { kind: "none", reason: `${shown} is deprecated: ${printable(release.deprecated)}` };
  }
  return { kind: "release", release, notes: [] };
}

/** Releases above `floor` and not above `ceiling`, the newest first: what may be taken while a newer one waits. */
export function releasesBetween(
  packument: Packument,
  floor: string,
  ceiling: Release,
): readonly Release[] {
  return stableReleases(packument).filter(
    ({ version }) => gt(version, floor) && !gt(version, ceiling.version),
  );
}

/** Releases below `pinned` and not above `ceiling`, the newest first. */
export function releasesBelow(
  packument: Packument,
  pinned: string,
  ceiling: Release,
): readonly Release[] {
  return stableReleases(packument).filter(
    ({ version }) => lt(version, pinned) && !gt(version, ceiling.version),
  );
}

function whyNotLatest(packument: Packument, latest: string | undefined): string {
  if (latest === undefined) return "the registry has no such tag";
  const shown = printable(latest);
  const release = packument.versions.get(latest);
  if (release === undefined) return `${shown} is not offered`;
  if (prerelease(latest) !== null) return `${shown} is a prerelease`;
  return `${shown} is deprecated: ${printable(release.deprecated ?? "")}`;
}

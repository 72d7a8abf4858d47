import { compare } from "semver";
import { printable } from "../../printable.ts";
import type { Release } from "../release/release.ts";

export interface TrustChange {
  readonly kind: "maintainers" | "repository" | "install-scripts" | "provenance" | "publisher";
  /** One sentence for a person. */
  readonly message: string;
}

/**
 * What is less to be trusted in `to` than in `from`; a person must accept each. What the registry shows for no release at
 * all (`all`: a mirror that drops fields) is no change.
 */
export function trustChanges(
  from: Release,
  to: Release,
  all: Iterable<Release>,
): readonly TrustChange[] {
  const releases = [...all];
  return [
    ...maintainerChange(from, to),
    ...repositoryChange(from, to),
    ...installScriptChange(from, to),
    ...provenanceChange(from, to),
    ...publisherChange(from, to, releases),
  ].map(({ kind, message }) => ({ kind, message: printable(message) }));
}

function maintainerChange(from: Release, to: Release): readonly TrustChange[] {
  // A document without the field says nothing about who maintains the package.
  if (from.maintainers.length === 0 || to.maintainers.length === 0) return [];
  const added = to.maintainers.filter((name) => !from.maintainers.includes(name));
  const removed = from.maintainers.filter((name) => !to.maintainers.includes(name));
  if (added.length === 0 && removed.length === 0) return [];
  const parts = [
    ...(added.length === 0 ? [] : [`added ${added.join(", ")}`]),
    ...(removed.length === 0 ? [] : [`removed ${removed.join(", ")}`]),
  ];
  return [{ kind: "maintainers", message: `maintainers changed: ${parts.join("; ")}` }];
}

function repositoryChange(from: Release, to: Release): readonly TrustChange[] {
  if (from.repository === undefined || from.repository === to.repository) return [];
  const now = to.repository ?? "none";
  return [{ kind: "repository", message: `repository changed: ${from.repository} to ${now}` }];
}

function installScriptChange(from: Release, to: Release): readonly TrustChange[] {
  if (!to.hasInstallScript) return [];
  if (!from.hasInstallScript) {
    return [{ kind: "install-scripts", message: "it now runs a script when it is installed" }];
  }
  const changed = Object.keys(to.installScripts).filter(
    (name) => to.installScripts[name] !== from.installScripts[name],
  );
  // Documents that carry only the flag show no commands to compare.
  if (changed.length === 0 || Object.keys(from.installScripts).length === 0) return [];
  return [{ kind: "install-scripts", message: `its ${changed.join(", ")} script changed` }];
}

function provenanceChange(from: Release, to: Release): readonly TrustChange[] {
  if (!from.hasAttestations || to.hasAttestations) return [];
  return [
    { kind: "provenance", message: `trust went down: ${from.version} has provenance, it has none` },
  ];
}

function publisherChange(
  from: Release,
  to: Release,
  all: readonly Release[],
): readonly TrustChange[] {
  const { publisher } = to;
  if (publisher === undefined || from.publisher === undefined) return [];
  // Maintainers take turns; only an account that published nothing up to the pinned release is new.
  const known = all.some(
    (one) => one.publisher === publisher && compare(one.version, from.version) <= 0,
  );
  if (known || publisher === from.publisher) return [];
  return [
    { kind: "publisher", message: `published by ${publisher}, who published no release before` },
  ];
}

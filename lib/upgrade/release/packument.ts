import { PaddockError } from "../../errors.ts";
import { isJsonObject } from "../../json-object.ts";
import { printable } from "../../printable.ts";
import { readRelease } from "./release.ts";
import type { Release } from "./release.ts";

/** All that a registry says of one package. */
export interface Packument {
  readonly name: string;
  readonly versions: ReadonlyMap<string, Release>;
  readonly distTags: Readonly<Record<string, string>>;
  /** Version to publish time, as written; undefined when the registry gives no times at all. */
  readonly time?: Readonly<Record<string, string>>;
  /** When the whole package was unpublished, as written. */
  readonly unpublishedAt?: string;
}

/** Reads the registry's document of `name`; a document of another shape, of another package or without releases is a PaddockError. */
export function readPackument(name: string, document: unknown): Packument {
  if (!isJsonObject(document)) throw badShape(name, "it is not an object");
  if (document["name"] !== undefined && document["name"] !== name) {
    throw badShape(name, "it describes another package");
  }
  const time = readTimes(document["time"]);
  const versions = readVersions(name, document["versions"]);
  if (versions.size === 0) {
    const unpublishedAt = readUnpublished(document["time"]);
    if (unpublishedAt !== undefined) return { name, versions, distTags: {}, unpublishedAt };
    throw new PaddockError("package-unknown", `The registry lists no release of ${name}.`, {
      fix: "The package may have been unpublished: look at its page, and keep the pin until you know.",
    });
  }
  return {
    name,
    versions,
    distTags: readTags(name, document["dist-tags"]),
    ...(time === undefined ? {} : { time }),
  };
}

function readVersions(name: string, value: unknown): ReadonlyMap<string, Release> {
  if (value === undefined || value === null) return new Map();
  if (!isJsonObject(value)) throw badShape(name, "`versions` is not an object");
  const versions = new Map<string, Release>();
  for (const [version, entry] of Object.entries(value)) {
    const release = readRelease(name, version, entry);
    // Registries keep a few releases from before semver; one that cannot be read cannot be chosen.
    if (release !== undefined) versions.set(version, release);
  }
  if (versions.size === 0 && Object.keys(value).length > 0) {
    throw badShape(name, "none of its releases can be read");
  }
  return versions;
}

function readTags(name: string, value: unknown): Readonly<Record<string, string>> {
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value)) throw badShape(name, "`dist-tags` is not an object");
  return Object.fromEntries(
    Object.entries(value).flatMap(([tag, version]) =>
      typeof version === "string" ? [[tag, version] as const] : [],
    ),
  );
}

function readTimes(value: unknown): Readonly<Record<string, string>> | undefined {
  if (!isJsonObject(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([version, time]) =>
      typeof time === "string" ? [[version, time] as const] : [],
    ),
  );
}

function readUnpublished(value: unknown): string | undefined {
  if (!isJsonObject(value) || !isJsonObject(value["unpublished"])) return undefined;
  const time = value["unpublished"]["time"];
  return typeof time === "string" ? printable(time) : "an unknown date";
}

function badShape(name: string, reason: string): PaddockError {
  return new PaddockError(
    "registry-answer-invalid",
    `The registry's document of ${name} cannot be read: ${reason}.`,
    { fix: "Check that npm's `registry` setting names a package registry." },
  );
}

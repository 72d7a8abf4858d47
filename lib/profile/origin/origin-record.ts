import type { Files } from "../../host/files/files.ts";
import { isJsonObject, isTextMap, readJsonObject } from "../../json-object.ts";
import { sha256 } from "../../sha256.ts";
import { profileFiles } from "../profile-files.ts";

/** The shipped profile that one of the person's own was copied from. */
export interface ProfileOrigin {
  /** Name of the shipped profile. */
  readonly profile: string;
  /** The version of Paddock that shipped it. */
  readonly version: string;
  /** sha256 in hex of each of its files then, by path below its folder. */
  readonly files: Readonly<Record<string, string>>;
}

export interface OriginHost {
  readonly settings: {
    readonly stateDirectory: string;
    readonly shippedProfiles: string;
    readonly version: string;
  };
  readonly files: Files;
}

/**
 * Writes down that the person's profile `name` is a copy of the shipped profile `profile` as it is now; its texts are kept
 * in the state directory, so that a later difference can be shown.
 */
export function recordOrigin(host: OriginHost, name: string, profile: string): void {
  const { shippedProfiles, version } = host.settings;
  const kept = keptFolder(host);
  host.files.makePrivateDirectory(kept);
  const sums: Record<string, string> = {};
  for (const [path, bytes] of profileFiles(host.files, `${shippedProfiles}/${profile}`)) {
    const sum = sha256(bytes);
    sums[path] = sum;
    host.files.writeWhole(`${kept}/${sum}`, new TextDecoder().decode(bytes));
  }
  writeAll(host, { ...readAll(host), [name]: { profile, version, files: sums } });
}

/** Forgets where a profile came from: another one of that name takes its place. */
export function forgetOrigin(host: OriginHost, name: string): void {
  if (readOrigin(host, name) === undefined) return;
  writeAll(
    host,
    Object.fromEntries(Object.entries(readAll(host)).filter(([other]) => other !== name)),
  );
}

/** Where a profile of the person's own came from; undefined when that is not known, or was no shipped profile. */
export function readOrigin(host: OriginHost, name: string): ProfileOrigin | undefined {
  const all = readAll(host);
  return Object.hasOwn(all, name) ? all[name] : undefined;
}

/** The text of a shipped file as it was when its profile was copied; undefined when it is not kept any more, or was no text. */
export function originText(host: OriginHost, sum: string): string | undefined {
  const text = host.files.readText(`${keptFolder(host)}/${sum}`);
  return text === undefined || sha256(text) !== sum ? undefined : text;
}

function keptFolder({ settings }: OriginHost): string {
  return `${settings.stateDirectory}/origins`;
}

function recordPath({ settings }: OriginHost): string {
  return `${settings.stateDirectory}/origins.json`;
}

function readAll(host: OriginHost): Readonly<Record<string, ProfileOrigin>> {
  const read = readJsonObject(host.files.readText(recordPath(host))) ?? {};
  return Object.fromEntries(
    Object.entries(read).flatMap(([name, entry]): [string, ProfileOrigin][] => {
      if (!isJsonObject(entry)) return [];
      const { profile, version, files } = entry;
      if (typeof profile !== "string" || typeof version !== "string" || !isTextMap(files))
        return [];
      return [[name, { profile, version, files }]];
    }),
  );
}

function writeAll(host: OriginHost, all: Readonly<Record<string, ProfileOrigin>>): void {
  host.files.makePrivateDirectory(host.settings.stateDirectory);
  host.files.writeWhole(recordPath(host), `${JSON.stringify(all, undefined, 2)}\n`);
}

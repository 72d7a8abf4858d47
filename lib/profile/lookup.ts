import { PaddockError } from "../errors.ts";
import { errorCode } from "../host/files/error-code.ts";
import type { Files } from "../host/files/files.ts";
import {
  BASE_PROFILE,
  DEFAULT_PROFILE,
  imageTag,
  isProfileName,
  LATEST_PROFILE,
  requireProfileName,
} from "./names.ts";
import { profileSearchPath } from "./search-path.ts";
import type { ProfilesSettings } from "./search-path.ts";

/** A folder with a Containerfile, under the name that people call it by. */
export interface Profile {
  readonly name: string;
  /** Image tag, with `localhost/`. */
  readonly tag: string;
  /** The folder, which is the build context. */
  readonly directory: string;
  readonly containerfile: string;
  readonly text: string;
  readonly origin: "shipped" | "user";
}

export type ProfileLookup =
  | { readonly kind: "found"; readonly profile: Profile }
  | { readonly kind: "missing"; readonly searched: readonly string[] }
  | {
      readonly kind: "unreadable";
      readonly path: string;
      readonly cause: unknown;
      readonly profile: Omit<Profile, "text">;
    };

export interface ProfilesHost {
  readonly settings: ProfilesSettings;
  readonly files: Files;
}

/** Looks a profile up; `latest/Containerfile`, where one exists, backs `default` and `latest`. */
export function lookUpProfile(host: ProfilesHost, name: string): ProfileLookup {
  requireProfileName(name);
  const folders = profileSearchPath(host.settings);
  const backers = name === DEFAULT_PROFILE ? [LATEST_PROFILE, DEFAULT_PROFILE] : [name];
  const paths = backers.flatMap((backer) =>
    folders.map((folder) => `${folder}/${backer}/Containerfile`),
  );
  for (const path of paths) {
    try {
      const text = host.files.readText(path);
      if (text !== undefined) {
        return { kind: "found", profile: describe(host, name, path, text) };
      }
    } catch (cause) {
      return { kind: "unreadable", path, cause, profile: describe(host, name, path, "") };
    }
  }
  return { kind: "missing", searched: paths };
}

function describe(host: ProfilesHost, name: string, containerfile: string, text: string): Profile {
  const directory = containerfile.slice(0, containerfile.lastIndexOf("/"));
  const shipped = directory.startsWith(`${host.settings.shippedProfiles}/`);
  return {
    name,
    tag: imageTag(name),
    directory,
    containerfile,
    text,
    origin: shipped ? "shipped" : "user",
  };
}

/** The name of a profile's folder, which for `default` may be `latest`. */
export function folderName({ directory }: Pick<Profile, "directory">): string {
  return directory.slice(directory.lastIndexOf("/") + 1);
}

/** The profile of a name, or an error that names every path searched and the profiles that exist. */
export function requireProfile(host: ProfilesHost, name: string): Profile {
  const lookup = lookUpProfile(host, name);
  switch (lookup.kind) {
    case "found":
      return lookup.profile;
    case "missing":
      throw new PaddockError(
        "profile-unknown",
        `There is no profile ${JSON.stringify(name)}; searched: ${lookup.searched.join(", ")}`,
        { fix: adviceFor(host, lookup.searched) },
      );
    case "unreadable":
      throw new PaddockError("failed", `${lookup.path} cannot be read.`, {
        fix: "Make it readable for you, or remove it.",
        cause: lookup.cause,
      });
  }
}

/** Podman itself also builds from a Dockerfile; a profile has one name for its file, so that no second one hides it. */
function adviceFor(host: ProfilesHost, searched: readonly string[]): string {
  for (const path of searched) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    const names = host.files.may(folder, "read") ? host.files.list(folder) : undefined;
    const other = names?.find((name) => /^(?:container|docker)file$/i.test(name));
    if (other !== undefined) return `Rename ${folder}/${other} to Containerfile.`;
  }
  return `Use one of: ${profileNames(host).join(", ")}; or write that Containerfile.`;
}

/** The names of all profiles, base first; `latest` is another name of `default` and is listed where it exists. */
export function profileNames(host: ProfilesHost): readonly string[] {
  const names = profileSearchPath(host.settings).flatMap((folder) =>
    (host.files.list(folder) ?? []).filter(
      (name) => isProfileName(name) && hasContainerfile(host, `${folder}/${name}`),
    ),
  );
  return [...new Set(names)].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

// One that cannot be looked at is named, so that whoever reads it says so, and the others go on.
function hasContainerfile({ files }: ProfilesHost, folder: string): boolean {
  try {
    return files.facts(`${folder}/Containerfile`)?.kind === "file";
  } catch (error) {
    if (["EACCES", "ELOOP"].includes(errorCode(error) ?? "")) return true;
    throw error;
  }
}

// base, default, then the others by name.
function rank(name: string): number {
  const first = [BASE_PROFILE, DEFAULT_PROFILE];
  return first.includes(name) ? first.indexOf(name) : first.length;
}

import { errorCode } from "./files/error-code.ts";
import type { Files } from "./files/files.ts";
import { isWithin } from "../is-within.ts";

/** Whose machine it is, and where agents write. */
export interface SearchPathOptions {
  readonly workingDirectory: string | undefined;
  readonly home: string;
  /** `$XDG_DATA_HOME` or what stands for it. */
  readonly dataHome: string;
  readonly uid: number;
}

type SearchFiles = Pick<Files, "facts" | "may" | "realPath">;

/**
 * The folders of `$PATH` whose programs are a person's own choice: absolute, and none that an agent can write to. A project's
 * node_modules/.bin often stands first, and what Podman finds there for itself, such as newuidmap, would run on this machine.
 */
export function trustedSearchPath(
  path: string,
  options: SearchPathOptions,
  files: SearchFiles,
): readonly string[] {
  return path
    .split(":")
    .filter((entry) => entry.startsWith("/") && isOpen(entry, files))
    .filter((entry) => !isAgents(entry, options, files));
}

// One that this user may not look into, such as root's own after `su`, has no program for them, and to ask there is an error.
function isOpen(path: string, files: SearchFiles): boolean {
  try {
    return files.facts(path) === undefined || files.may(path, "execute");
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}

/** Whether a path lies where an agent can write: in the directory that would be the workspace, or in the agents' homes. */
export function isAgents(path: string, options: SearchPathOptions, files: SearchFiles): boolean {
  const { workingDirectory, home, dataHome, uid } = options;
  // The home and what is above it is never a workspace.
  const isWorkspace = workingDirectory !== undefined && !isWithin(home, workingDirectory);
  const folders = [...(isWorkspace ? [workingDirectory] : []), `${dataHome}/paddock`];
  const real = files.realPath(path) ?? path;
  if (!folders.some((folder) => isWithin(path, folder) || isWithin(real, folder))) return false;
  // What belongs to the system is safe from an agent, even where a person stands in it.
  const owner = files.facts(real)?.uid;
  return owner === undefined || owner === uid || files.may(real, "write");
}

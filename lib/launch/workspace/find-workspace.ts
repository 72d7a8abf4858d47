import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import { profileSearchPath } from "../../profile/search-path.ts";
import { requireWorkspace } from "./workspace.ts";

/** The directory that a launch mounts, and where in it the command starts. */
export interface Workspace {
  /** Real path. */
  readonly path: string;
  /** Below `path`, "" for itself. */
  readonly folder: string;
}

/** Paddock's own folders: whoever writes there decides what the next launch grants. */
export function ownFolders(host: Pick<Host, "settings" | "files">): readonly string[] {
  const { settings, files } = host;
  return [
    settings.configDirectory,
    settings.stateDirectory,
    settings.cacheDirectory,
    ...profileSearchPath(settings),
  ].map((path) => files.realPath(path) ?? path);
}

/** The workspace of a launch: the real path of the current directory, with `-w` inside it. Throws `refused`, and `usage` for a bad `-w`. */
export function findWorkspace(host: Host, folder: string | undefined): Workspace {
  const { settings, files } = host;
  const { workingDirectory: named } = settings;
  const isThere = named !== undefined && files.may(named, "execute");
  const path = isThere ? files.realPath(named) : undefined;
  if (path === undefined) throw noDirectory(host, named);
  requireWorkspace(path, {
    home: files.realPath(settings.home) ?? settings.home,
    own: ownFolders(host),
    data: files.realPath(`${settings.dataHome}/paddock`) ?? `${settings.dataHome}/paddock`,
    runtimeDirectory:
      settings.runtimeDirectory &&
      (files.realPath(settings.runtimeDirectory) ?? settings.runtimeDirectory),
  });
  return { path, folder: folderWithin(host, path, folder) };
}

function noDirectory({ files }: Pick<Host, "files">, named: string | undefined): PaddockError {
  // Bytes that are no UTF-8 come as this character, so such a path cannot be named to anybody.
  if (named?.includes("\uFFFD") === true) {
    return new PaddockError("refused", "The current directory's path is not UTF-8 text.", {
      fix: "Rename it, or start in a directory whose whole path is UTF-8 text.",
    });
  }
  const why = isGone(files, named) ? "does not exist any more" : "may not be entered by you";
  return new PaddockError("refused", `The current directory ${why}.`, {
    fix: "Change into a directory that exists, and start again.",
  });
}

function isGone(files: Host["files"], path: string | undefined): boolean {
  try {
    return path === undefined || files.facts(path) === undefined;
  } catch {
    // Only what is closed to this user cannot even be asked for.
    return false;
  }
}

function folderWithin(host: Host, workspace: string, folder: string | undefined): string {
  if (folder === undefined) return "";
  const target = folder.startsWith("/") ? folder : `${workspace}/${folder}`;
  const real = host.files.realPath(target);
  if (real === undefined || host.files.facts(real)?.kind !== "directory") {
    throw new PaddockError("usage", `-w ${JSON.stringify(folder)} is not a directory.`, {
      fix: "Name a directory in the workspace.",
    });
  }
  if (real !== workspace && !real.startsWith(`${workspace}/`)) {
    throw new PaddockError("usage", `-w ${JSON.stringify(folder)} leads out of the workspace.`, {
      fix: `Name a directory in ${workspace}.`,
    });
  }
  return real.slice(workspace.length + 1);
}

/** How many git repositories lie directly in a directory: an agent let loose on several is worth a warning. */
export function countRepositories(host: Pick<Host, "files">, path: string): number {
  // What this user may not list, the agent may not either.
  const folders = host.files.may(path, "read") ? (host.files.list(path) ?? []) : [];
  return folders.filter((name) => host.files.may(`${path}/${name}/.git`, "read")).length;
}

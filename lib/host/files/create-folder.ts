import {
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** What a new folder holds. */
export interface FolderContents {
  /** A folder that it is a copy of: files with their rights, links as links. */
  readonly from?: string;
  /** Texts by path below the folder; they take the place of what `from` has there. */
  readonly texts?: Readonly<Record<string, string>>;
  /** The texts can be read by everyone who can reach the folder and written by nobody, whatever the umask is. */
  readonly readOnly?: boolean;
}

/**
 * Makes a folder in one that exists, whole or not at all: it is filled under another name, which begins with a dot, and
 * renamed. Throws `EEXIST` where there is something of that name.
 */
export function createFolder(
  path: string,
  { from, texts = {}, readOnly = false }: FolderContents,
): void {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw exists();
  const making = join(
    dirname(path),
    `.${basename(path)}.${process.pid}-${process.hrtime.bigint()}`,
  );
  try {
    if (from === undefined) mkdirSync(making);
    else copy(from, making);
    for (const [name, text] of Object.entries(texts)) {
      writeFileSync(join(making, name), text);
      if (readOnly) chmodSync(join(making, name), 0o444);
    }
    if (readOnly) chmodSync(making, 0o755);
    renameSync(making, path);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    throw error;
  }
}

function exists(): Error {
  return Object.assign(new Error("There is something of that name."), { code: "EEXIST" });
}

/** Copies a file, a link or a folder; what cannot be copied for certain (sockets, devices) is an error. */
function copy(from: string, to: string): void {
  const facts = lstatSync(from);
  if (facts.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (facts.isFile()) copyFileSync(from, to, constants.COPYFILE_EXCL);
  else if (facts.isDirectory()) {
    mkdirSync(to);
    for (const name of readdirSync(from)) copy(join(from, name), join(to, name));
  } else {
    throw Object.assign(new Error("This is no file, folder or link."), { code: "EINVAL" });
  }
  // A package manager may install read-only files; whoever has the copy wants to edit it.
  if (!facts.isSymbolicLink()) chmodSync(to, (facts.mode & 0o777) | 0o200);
}

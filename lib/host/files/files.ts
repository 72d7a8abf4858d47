import {
  accessSync,
  appendFileSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import type { BigIntStats, Stats } from "node:fs";
import { createFolder } from "./create-folder.ts";
import type { FolderContents } from "./create-folder.ts";
import { errorCode } from "./error-code.ts";
import { dirname } from "node:path";

export interface FileFacts {
  readonly kind: "file" | "directory" | "link" | "other";
  /** Permission bits only. */
  readonly mode: number;
  readonly size: number;
  readonly uid: number;
  readonly modifiedAt: Date;
  /** Changes with every write or replacement that the file system tells of. */
  readonly version: string;
}

/** Files, synchronously: a command line waits for each of them anyway. Absent files are `undefined`; every other failure is thrown, for a pipe too. */
export interface Files {
  readonly readText: (path: string) => string | undefined;
  readonly readBytes: (path: string) => Uint8Array | undefined;
  readonly facts: (path: string) => FileFacts | undefined;
  readonly linkFacts: (path: string) => FileFacts | undefined;
  readonly linkTarget: (path: string) => string | undefined;
  readonly list: (path: string) => readonly string[] | undefined;
  /** Links that lead to each other lead nowhere: `undefined`. */
  readonly realPath: (path: string) => string | undefined;
  readonly may: (path: string, access: "read" | "write" | "execute") => boolean;
  /** What this user can still write on the file system of a path. */
  readonly freeBytes: (path: string) => number | undefined;
  /** Creates missing folders for the user alone (0700); existing ones stay as they are. */
  readonly makePrivateDirectory: (path: string) => void;
  /** Writes a file beside the old one and renames it: whole or not at all. */
  readonly writeWhole: (path: string, text: string) => void;
  /** Adds to the end of a file, which is made for the user alone (0600); a short text never mixes with another process's. */
  readonly append: (path: string, text: string) => void;
  readonly link: (target: string, path: string) => void;
  readonly remove: (path: string) => void;
  /** Removes a folder with all it holds; links are removed, not followed. */
  readonly removeTree: (path: string) => void;
  /** Writes a file that must not exist yet, down to the disk; mode and owner are those of `like`, where that exists. */
  readonly writeNew: (path: string, text: string, like: string) => void;
  /** Puts a file in another's place, down to the disk; both are in one folder. */
  readonly replace: (from: string, to: string) => void;
  /** Makes a folder that must not exist yet in one that does, whole or not at all. */
  readonly createFolder: (path: string, contents: FolderContents) => void;
}

const ABSENT = new Set(["ENOENT", "ENOTDIR"]);

function unlessAbsent<T>(
  path: string,
  read: (stats: Stats) => T,
  ...more: string[]
): T | undefined {
  try {
    // Asked first because Node makes an error with a whole stack for each absent file, which costs more than the question.
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats === undefined ? undefined : read(stats);
  } catch (error) {
    const code = errorCode(error) ?? "";
    if (ABSENT.has(code) || more.includes(code)) return undefined;
    throw error;
  }
}

function toFacts(stats: BigIntStats): FileFacts {
  const kind = stats.isFile()
    ? "file"
    : stats.isDirectory()
      ? "directory"
      : stats.isSymbolicLink()
        ? "link"
        : "other";
  return {
    kind,
    mode: Number(stats.mode & 0o777n),
    size: Number(stats.size),
    uid: Number(stats.uid),
    modifiedAt: stats.mtime,
    version: `${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`,
  };
}

// To open a pipe waits for somebody who writes to it. One behind a link (bash's <(...)) has a writer.
function refusePipe(stats: Stats): void {
  if (stats.isFIFO()) throw new Error("It is a pipe, not a file.");
}

function may(path: string, access: "read" | "write" | "execute"): boolean {
  const mode = { read: constants.R_OK, write: constants.W_OK, execute: constants.X_OK }[access];
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

function writeWhole(path: string, text: string): void {
  const beside = `${path}.${process.pid}-${process.hrtime.bigint()}`;
  try {
    writeFileSync(beside, text, { mode: 0o600, flag: "wx", flush: true });
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

function writeNew(path: string, text: string, like: string): void {
  const model = unlessAbsent(like, () => statSync(like));
  const file = openSync(path, "wx", model === undefined ? 0o666 : 0o600);
  try {
    writeFileSync(file, text);
    if (model !== undefined) {
      const { uid, gid } = fstatSync(file);
      if (model.uid !== uid || model.gid !== gid) fchownSync(file, model.uid, model.gid);
      // Last, since a change of owner clears rights; the umask does not count here.
      fchmodSync(file, model.mode & 0o7777);
    }
    fsyncSync(file);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

function replace(from: string, to: string): void {
  renameSync(from, to);
  const folder = openSync(dirname(to), constants.O_RDONLY);
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** The real file system. */
export const systemFiles: Files = {
  readText: (path) =>
    unlessAbsent(path, (stats) => {
      refusePipe(stats);
      return readFileSync(path, "utf8");
    }),
  readBytes: (path) =>
    unlessAbsent(path, (stats) => {
      refusePipe(stats);
      return readFileSync(path);
    }),
  facts: (path) => unlessAbsent(path, () => toFacts(statSync(path, { bigint: true }))),
  linkFacts: (path) => unlessAbsent(path, () => toFacts(lstatSync(path, { bigint: true }))),
  linkTarget: (path) => unlessAbsent(path, () => readlinkSync(path)),
  list: (path) => unlessAbsent(path, () => readdirSync(path).sort()),
  realPath: (path) => unlessAbsent(path, () => realpathSync.native(path), "ELOOP"),
  may,
  freeBytes: (path) => unlessAbsent(path, () => freeBytes(path)),
  makePrivateDirectory: (path) => void mkdirSync(path, { recursive: true, mode: 0o700 }),
  writeWhole,
  append: (path, text) => appendFileSync(path, text, { mode: 0o600 }),
  link: symlinkSync,
  remove: (path) => rmSync(path, { force: true }),
  removeTree: (path) => rmSync(path, { recursive: true, force: true }),
  writeNew,
  replace,
  createFolder,
};

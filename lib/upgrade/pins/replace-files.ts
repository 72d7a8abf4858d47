import { randomBytes } from "node:crypto";
import { basename, dirname } from "node:path";
import { PaddockError } from "../../errors.ts";
import { journalPath, writeJournal, type JournalEntry, type JournalHost } from "./journal.ts";
import { finish, lockJournal, recoverLocked, stateOf, undoAll } from "./recover-files.ts";

/** One file of a change that is made whole or not at all. */
export interface FileChange {
  /** Absolute; where it is a link, the file that it leads to is changed. */
  readonly path: string;
  /** The text that the new one was made from; undefined for a file that does not exist yet. */
  readonly was: string | undefined;
  readonly text: string;
}

/**
 * Changes several files as one, each by renaming a new one over it, with the old one's mode and owner. A kill at any moment leaves the old
 * files or what `recoverFiles` turns into the old or the new ones. Throws PaddockError "failed", everything as before, where a file cannot be written, or no longer is what it `was`.
 */
export async function replaceFiles(
  host: JournalHost,
  changes: readonly FileChange[],
): Promise<void> {
  const lock = await lockJournal(host);
  try {
    recoverLocked(host);
    const entries = changes.map((change) => toEntry(host, change));
    for (const entry of entries) checkBefore(host, entry);
    write(host, entries);
    replace(host, entries);
  } finally {
    await lock.release();
  }
}

function toEntry({ files }: JournalHost, { path, was, text }: FileChange): JournalEntry {
  const real = files.realPath(path) ?? path;
  const beside = `${dirname(real)}/.${basename(real)}.${randomBytes(6).toString("hex")}`;
  return { path: real, beside, was: was ?? null, text };
}

function checkBefore(host: JournalHost, entry: JournalEntry): void {
  const { path, was } = entry;
  if (was === null) host.files.makePrivateDirectory(dirname(path));
  if ((host.files.readText(path) ?? null) !== was) throw changedSince(path);
  // A rename asks the folder for leave, not the file: who protects a file means it.
  if (was !== null && !host.files.may(path, "write")) {
    throw new PaddockError("failed", `${path} is read-only.`, {
      fix: "Nothing was changed. Make it writable, or copy the profile to your own profiles.",
    });
  }
}

function write(host: JournalHost, entries: readonly JournalEntry[]): void {
  try {
    writeJournal(host, { phase: "writing", entries });
    for (const { beside, text, path } of entries) host.files.writeNew(beside, text, path);
    writeJournal(host, { phase: "replacing", entries });
  } catch (cause) {
    for (const { beside } of entries) host.files.remove(beside);
    host.files.remove(journalPath(host));
    throw notWritten(cause);
  }
}

function replace(host: JournalHost, entries: readonly JournalEntry[]): void {
  try {
    for (const entry of entries) {
      if (stateOf(host, entry) === "foreign") throw changedSince(entry.path);
      finish(host, entry);
    }
  } catch (cause) {
    undoAll(host, entries, cause);
    host.files.remove(journalPath(host));
    throw notWritten(cause);
  }
  host.files.remove(journalPath(host));
}

function changedSince(path: string): PaddockError {
  return new PaddockError("failed", `${path} was changed or removed in the meantime.`, {
    fix: "Nothing was changed. Start again.",
  });
}

function notWritten(cause: unknown): PaddockError {
  if (cause instanceof PaddockError) return cause;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown cause";
  return new PaddockError("failed", `The files could not be written (${code}).`, {
    fix: "Nothing was changed. See that the profile's folder and the state directory can be written and have room.",
    cause,
  });
}

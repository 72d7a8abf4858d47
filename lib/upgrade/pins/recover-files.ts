import { dirname } from "node:path";
import { PaddockError } from "../../errors.ts";
import {
  journalFolder,
  journalPath,
  readJournal,
  type Journal,
  type JournalEntry,
  type JournalHost,
} from "./journal.ts";

/** What a killed change of files came to; `dropped` where its files are all gone since. */
export type Recovery = "nothing" | "finished" | "undone" | "dropped";

/**
 * Finishes or undoes a change of files that was killed, so that its files are all old or all new; does nothing while none was, or once it is
 * done. Throws PaddockError "failed" where that cannot be, also when a file was changed by someone else in the meantime: nothing is touched then.
 */
export async function recoverFiles(host: JournalHost): Promise<Recovery> {
  if (host.files.readText(journalPath(host)) === undefined) return "nothing";
  const lock = await lockJournal(host);
  try {
    return recoverLocked(host);
  } finally {
    await lock.release();
  }
}

/** Keeps every other change of files away until it is released. */
export async function lockJournal(
  host: JournalHost,
): Promise<{ readonly release: () => Promise<void> }> {
  host.files.makePrivateDirectory(journalFolder(host));
  return await host.processes.lock(`${journalFolder(host)}/lock`, () => {});
}

/** The same as `recoverFiles`, for who holds the lock. */
export function recoverLocked(host: JournalHost): Recovery {
  const journal = readJournal(host);
  if (journal === "broken") {
    throw unrecovered(host, "The journal of a change of pins cannot be read.");
  }
  const recovery = journal === "none" ? "nothing" : settle(host, journal);
  // A kill within the writing of a journal leaves a part of it beside.
  for (const name of host.files.list(journalFolder(host)) ?? [])
    if (name !== "lock") host.files.remove(`${journalFolder(host)}/${name}`);
  return recovery;
}

function settle(host: JournalHost, { phase, entries }: Journal): Recovery {
  if (phase === "writing") {
    for (const { beside } of entries) host.files.remove(beside);
    return "undone";
  }
  const states = entries.map((entry) => stateOf(host, entry));
  const ofProfiles = entries.filter(({ path }) => !isOwn(host, path));
  if (ofProfiles.every(({ path }) => host.files.linkFacts(path) === undefined)) {
    for (const { beside } of entries) host.files.remove(beside);
    return "dropped";
  }
  const foreign = entries.find((_, index) => states[index] === "foreign");
  if (foreign !== undefined) {
    throw unrecovered(
      host,
      `A change of pins was killed half-way, and ${foreign.path} was changed by someone else since.`,
    );
  }
  try {
    for (const entry of entries) finish(host, entry);
    return "finished";
  } catch (cause) {
    undoAll(host, entries, cause);
    return "undone";
  }
}

// The receipts, which stay when the profile that they tell of is gone. The journal names them with links resolved, where they were there.
function isOwn({ settings: { stateDirectory }, files }: JournalHost, path: string): boolean {
  return [stateDirectory, files.realPath(stateDirectory)].includes(dirname(path));
}

/** Gives every file its old text back; throws PaddockError "failed" where that fails too, and leaves the journal for the next start. */
export function undoAll(host: JournalHost, entries: readonly JournalEntry[], cause: unknown): void {
  try {
    for (const entry of entries) undo(host, entry);
  } catch {
    throw unrecovered(host, "A change of pins can be neither finished nor undone now.", cause);
  }
}

/** Whether a file still has its old text, has its new one, or a third. */
export function stateOf(host: JournalHost, entry: JournalEntry): "old" | "new" | "foreign" {
  const text = host.files.readText(entry.path) ?? null;
  if (text === entry.text) return "new";
  return text === entry.was ? "old" : "foreign";
}

/** Gives a file its new text. */
export function finish(host: JournalHost, entry: JournalEntry): void {
  if (stateOf(host, entry) === "new") {
    host.files.remove(entry.beside);
    return;
  }
  if (host.files.readText(entry.beside) !== entry.text) {
    host.files.remove(entry.beside);
    host.files.writeNew(entry.beside, entry.text, entry.path);
  }
  host.files.replace(entry.beside, entry.path);
}

/** Gives a file its old text back; one that has neither text is left alone. */
function undo(host: JournalHost, entry: JournalEntry): void {
  host.files.remove(entry.beside);
  if (entry.text === entry.was || stateOf(host, entry) !== "new") return;
  if (entry.was === null) host.files.remove(entry.path);
  else {
    host.files.writeNew(entry.beside, entry.was, entry.path);
    host.files.replace(entry.beside, entry.path);
  }
}

function unrecovered(host: JournalHost, message: string, cause?: unknown): PaddockError {
  return new PaddockError("failed", message, {
    fix: `Make room and give leave to write, then start again; or see that the Containerfile and the locks in agents/ agree, and remove ${journalPath(host)}.`,
    cause,
  });
}

import type { Host } from "../../host/host.ts";
import { isJsonObject, readJsonObject } from "../../json-object.ts";

/** One file of a change: all that is needed to finish it or to undo it. */
export interface JournalEntry {
  /** Absolute, links resolved. */
  readonly path: string;
  /** The new file while it waits beside the old one. */
  readonly beside: string;
  /** The old text; null for a file that is made new. */
  readonly was: string | null;
  readonly text: string;
}

/** A change of several files that is under way: until all new files lie beside the old ones it is undone, from then on finished. */
export interface Journal {
  readonly phase: "writing" | "replacing";
  readonly entries: readonly JournalEntry[];
}

export type JournalHost = Pick<Host, "settings" | "files" | "processes">;

/** The folder of the journal, within the state directory. */
export function journalFolder({ settings }: JournalHost): string {
  return `${settings.stateDirectory}/replacing`;
}

/** Where the journal lies while a change is under way; absent at all other times. */
export function journalPath(host: JournalHost): string {
  return `${journalFolder(host)}/journal.json`;
}

/** Writes the journal whole and down to the disk: after a loss of power it must not be older than what it tells of. */
export function writeJournal(host: JournalHost, journal: Journal): void {
  const path = journalPath(host);
  // Loaded here: a build looks for a journal, and writes none.
  const { randomBytes } = process.getBuiltinModule("node:crypto");
  const beside = `${path}.${randomBytes(6).toString("hex")}`;
  host.files.writeNew(beside, JSON.stringify(journal), path);
  host.files.replace(beside, path);
}

/** The journal that a killed change left; `broken` for a file that is none. */
export function readJournal(host: JournalHost): Journal | "none" | "broken" {
  const text = host.files.readText(journalPath(host));
  if (text === undefined) return "none";
  const { phase, entries } = readJsonObject(text) ?? {};
  if ((phase !== "writing" && phase !== "replacing") || !Array.isArray(entries)) return "broken";
  const read = entries.flatMap((entry: unknown) => (isEntry(entry) ? [entry] : []));
  return read.length === entries.length ? { phase, entries: read } : "broken";
}

function isEntry(value: unknown): value is JournalEntry {
  if (!isJsonObject(value)) return false;
  const { path, beside, was, text } = value;
  return (
    typeof path === "string" &&
    typeof beside === "string" &&
    typeof text === "string" &&
    (was === null || typeof was === "string")
  );
}

import type { Host } from "../../host/host.ts";
import { readJsonObject } from "../../json-object.ts";
import type { LockTexts } from "../change/pin-move.ts";
import type { FileChange } from "../pins/replace-files.ts";
import { readEvent } from "./receipt.ts";
import type { BuiltImage, HistoryEvent, Receipt } from "./receipt.ts";

type HistoryHost = Pick<Host, "settings" | "files">;

/** A receipt and what became of it. */
export interface HistoryEntry extends Receipt {
  readonly images: readonly BuiltImage[];
  /** How it was taken back, where it was. */
  readonly ended?: "undone" | "rolled-back";
}

/** All receipts, the oldest first, with what was written about them later. */
export function readHistory(host: HistoryHost): readonly HistoryEntry[] {
  const { events } = readEvents(host);
  return events.flatMap((event): HistoryEntry[] => {
    if (event.event !== "upgrade") return [];
    const { event: _, ...receipt } = event;
    const images = events.flatMap((other) =>
      other.event === "built" && other.run === receipt.run ? other.images : [],
    );
    const [ended] = events.flatMap((other) =>
      "of" in other && other.of === receipt.id ? [other.event] : [],
    );
    return [{ ...receipt, images, ...(ended === undefined ? {} : { ended }) }];
  });
}

/** The images that the last upgrade which built any did build, the lowest first. */
export function lastBuilt(host: HistoryHost): readonly BuiltImage[] {
  return readHistory(host).findLast(({ images }) => images.length > 0)?.images ?? [];
}

/** Adds events at the end; nothing that was written before changes. */
export function appendEvents(host: HistoryHost, events: readonly HistoryEvent[]): void {
  host.files.makePrivateDirectory(host.settings.stateDirectory);
  const { path, text } = historyChange(host, events);
  // Renamed into place: a kill or a full disk must not cut a line in two.
  host.files.writeWhole(path, text);
}

/** The same as a change, to be made as one with the files that the events tell of. */
export function historyChange(host: HistoryHost, events: readonly HistoryEvent[]): FileChange {
  const path = historyPath(host);
  const was = host.files.readText(path);
  const lines = events.map((event) => `${JSON.stringify(event)}\n`);
  // A last line that was cut short must not take the next one with it.
  const end = was === undefined || was === "" || was.endsWith("\n") ? "" : "\n";
  return { path, was, text: `${was ?? ""}${end}${lines.join("")}` };
}

/** Whether a receipt is of an agent, named by its pin or by its package. */
export function isOf({ agent, package: name }: Receipt, named: string): boolean {
  return agent === named || name === named;
}

/** The id of the next receipt: one that no line has, and none that cannot be read may have had. */
export function nextId(host: HistoryHost): number {
  const { events, damaged } = readEvents(host);
  const ids = events.flatMap((event) =>
    event.event === "upgrade" ? event.id : event.event === "built" ? event.run : event.of,
  );
  return Math.max(0, ...ids) + damaged + 1;
}

/** How many lines cannot be read. */
export function damagedLines(host: HistoryHost): number {
  return readEvents(host).damaged;
}

/** Keeps the lock that a change replaces. */
export function keepLock(host: HistoryHost, id: number, lock: LockTexts): void {
  const folder = keptFolder(host, id);
  // A change that was killed may have left the lock of another agent there.
  host.files.removeTree(folder);
  host.files.makePrivateDirectory(folder);
  host.files.writeWhole(`${folder}/package.json`, lock.packageJson);
  host.files.writeWhole(`${folder}/package-lock.json`, lock.packageLock);
}

/** The lock that a change replaced; undefined where there was none. */
export function keptLock(host: HistoryHost, id: number): LockTexts | undefined {
  const folder = keptFolder(host, id);
  const packageJson = host.files.readText(`${folder}/package.json`);
  const packageLock = host.files.readText(`${folder}/package-lock.json`);
  if (packageJson === undefined || packageLock === undefined) return undefined;
  return { packageJson, packageLock };
}

function readEvents(host: HistoryHost): {
  readonly events: readonly HistoryEvent[];
  readonly damaged: number;
} {
  const lines = (host.files.readText(historyPath(host)) ?? "").split("\n").filter(Boolean);
  const events = lines.flatMap((line) => readEvent(readJsonObject(line) ?? {}) ?? []);
  return { events, damaged: lines.length - events.length };
}

/** The file of the receipts. */
export function historyPath({ settings }: HistoryHost): string {
  return `${settings.stateDirectory}/upgrades.jsonl`;
}

function keptFolder({ settings }: HistoryHost, id: number): string {
  return `${settings.stateDirectory}/upgrades/${String(id)}`;
}

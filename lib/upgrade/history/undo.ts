import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import { printable } from "../../printable.ts";
import type { LockTexts, PinMove } from "../change/pin-move.ts";
import type { PlacedPin } from "../pins/placed-pins.ts";
import { replaceFiles } from "../pins/replace-files.ts";
import { fileChanges, profileChanges } from "../change/profile-changes.ts";
import { placedPin } from "./receipt-pins.ts";
import { historyChange, isOf, keptLock } from "./history.ts";
import type { HistoryEntry } from "./history.ts";
import type { BuiltImage, Receipt } from "./receipt.ts";

/** The receipts that `--undo` takes back: of each named agent the last one, else those of the last upgrade. PaddockError "usage" where there is none. */
export function chooseUndone(
  history: readonly HistoryEntry[],
  agents: readonly string[],
): readonly HistoryEntry[] {
  const open = history.filter(({ ended }) => ended === undefined).toReversed();
  const [last] = open;
  if (last === undefined) throw nothing("There is no upgrade to undo.");
  if (agents.length === 0) return open.filter(({ run }) => run === last.run);
  const chosen = agents.flatMap((name) => {
    const ofAgent = open.filter((entry) => isOf(entry, name));
    const [found] = ofAgent;
    if (found === undefined) throw nothing(`There is no upgrade of ${printable(name)} to undo.`);
    // Two profiles may pin one agent: they were raised as one.
    return ofAgent.filter(({ run }) => run === found.run);
  });
  return [...new Set(chosen)];
}

/** The images of upgrades that are taken back whole; one that is taken back in part is of no image that there was. */
export function imagesTakenBack(
  history: readonly HistoryEntry[],
  undone: readonly Receipt[],
): readonly BuiltImage[] {
  const ids = new Set(undone.map(({ id }) => id));
  const runs = [...new Set(undone.map(({ run }) => run))];
  return runs.flatMap((run) => {
    const entries = history.filter((entry) => entry.run === run);
    const isWhole = entries.every(({ id, ended }) => ended !== undefined || ids.has(id));
    return isWhole ? (entries[0]?.images ?? []) : [];
  });
}

function nothing(message: string): PaddockError {
  return new PaddockError("usage", message, {
    fix: "See what there is: paddock upgrade --history",
  });
}

/** Gives the pins and locks of receipts what they had before; all as one change, and nothing where a pin is another one by now. */
export async function takeBack(
  host: Host,
  receipts: readonly Receipt[],
  event: "undone" | "rolled-back",
): Promise<void> {
  const moves = receipts.map((receipt) =>
    toMove(placedPin(host, receipt), receipt, keptLock(host, receipt.id)),
  );
  const files = profileChanges(moves).flatMap((change) => fileChanges(host.files, change));
  const time = host.now().toISOString();
  const events = receipts.map(({ id }) => ({ event, time, of: id }));
  await replaceFiles(host, [...files, historyChange(host, events)]);
}

function toMove(placed: PlacedPin, receipt: Receipt, lock: LockTexts | undefined): PinMove {
  const { agent, from, to } = receipt;
  const { version, hash } = placed.pin;
  if (version !== to.version || hash !== to.hash) {
    throw new PaddockError("failed", `${agent} is pinned at ${version}, not at ${to.version}.`, {
      fix: "Nothing was changed. Someone else changed the pin since: look at the Containerfile.",
    });
  }
  return { placed, to: from, ...(lock && { lock }) };
}

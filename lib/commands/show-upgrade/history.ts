import type { Host } from "../../host/host.ts";
import { printable } from "../../printable.ts";
import { damagedLines, historyPath, isOf, readHistory } from "../../upgrade/history/history.ts";
import type { HistoryEntry } from "../../upgrade/history/history.ts";
import type { Receipt } from "../../upgrade/history/receipt.ts";
import type { WrittenUpgrade } from "../../upgrade/history/write-upgrade.ts";
import { alignRows } from "./align-rows.ts";

type Shown = { readonly json: boolean };

const HEADER = ["TIME", "AGENT", "FROM", "TO", "SIGNATURE", "PROVENANCE", "STATE"];

/** `--history`: the receipts, the oldest first. */
export function showHistory(
  host: Host,
  given: Shown & { readonly agent: readonly string[] },
): number {
  const history = readHistory(host).filter(
    (entry) => given.agent.length === 0 || given.agent.some((name) => isOf(entry, name)),
  );
  sayDamaged(host);
  if (given.json) host.terminal.answer(`${JSON.stringify(history, undefined, 2)}\n`);
  else if (history.length === 0) host.terminal.answer("Nothing was upgraded yet.\n");
  else {
    const rows = alignRows([HEADER, ...history.map(cells)], host.terminal.columns);
    host.terminal.answer(rows.map((row) => `${printable(row)}\n`).join(""));
  }
  return 0;
}

function sayDamaged(host: Host): void {
  const damaged = damagedLines(host);
  if (damaged === 0) return;
  host.terminal.say(
    `${String(damaged)} of the lines in ${historyPath(host)} cannot be read: what they told is missing here.\n`,
  );
}

function cells(entry: HistoryEntry): readonly string[] {
  const { time, agent, from, to, signature, provenance, images, ended } = entry;
  const state = ended ?? (images.length > 0 ? "built" : "pinned");
  const minute = time.slice(0, "2026-01-01T00:00".length).replace("T", " ");
  return [minute, agent, from.version, to.version, signature, provenance, state];
}

/** Says what was written, and which shipped profiles were copied first. */
export function showWritten(
  host: Host,
  written: WrittenUpgrade,
  given: Shown & { readonly isRolledBack: boolean },
): void {
  const { terminal, settings } = host;
  for (const { profile, containerfile } of written.copies) {
    terminal.say(
      `Profile ${profile} of Paddock ${settings.version} was copied to ${printable(containerfile)}, which takes its place.\n`,
    );
  }
  if (given.json) return;
  for (const receipt of written.receipts) {
    const line = change(receipt, receipt.from.version, receipt.to.version);
    terminal.answer(given.isRolledBack ? `taken back: ${line}\n` : `${line}\n`);
  }
}

/** Says what was taken back; `images` are the tags that name what they named before. */
export function showUndone(
  host: Host,
  undone: { readonly entries: readonly HistoryEntry[]; readonly images: readonly string[] },
  given: Shown,
): void {
  const { entries, images } = undone;
  if (given.json) {
    host.terminal.answer(`${JSON.stringify({ undone: entries, images }, undefined, 2)}\n`);
    return;
  }
  const lines = [
    ...entries.map((entry) => change(entry, entry.to.version, entry.from.version)),
    ...images.map((tag) => `${printable(tag)}: the image of before`),
  ];
  host.terminal.answer(lines.map((line) => `${line}\n`).join(""));
}

function change({ agent, containerfile }: Receipt, from: string, to: string): string {
  return printable(`${agent}: ${from} to ${to} in ${containerfile}`);
}

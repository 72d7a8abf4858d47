import { allRecords, forgetRecords } from "../../approval/record.ts";
import type { Host } from "../../host/host.ts";
import { printable } from "../../printable.ts";

/** Digits of a digest that are printed; `--json` has all. */
const SHOWN_DIGITS = 12;

/** Prints every approval, one a line; returns the exit status. */
export function listApprovals(host: Host, json: boolean): number {
  const approvals = allRecords(host).flatMap(({ profile, workspace, approvals: all }) =>
    all.map(({ digest, at, by }) => ({ profile, workspace, digest, at, by })),
  );
  if (json) {
    host.terminal.answer(`${JSON.stringify(approvals, undefined, 2)}\n`);
    return 0;
  }
  const cells = approvals.map(({ profile, at, by, digest, workspace }) => [
    profile,
    at.slice(0, "2026-01-01T00:00".length).replace("T", " "),
    by,
    digest.slice(0, SHOWN_DIGITS),
    workspace,
  ]);
  const all = [["PROFILE", "APPROVED", "HOW", "POLICY", "DIRECTORY"], ...cells];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...all.map((row) => (row[column] ?? "").length)),
  );
  const lines = all.map((row) =>
    row.map((cell, column) => oneLine(cell).padEnd(widths[column] ?? 0)).join("  "),
  );
  host.terminal.answer(lines.map((line) => `${line.trimEnd()}\n`).join(""));
  return 0;
}

/** Forgets what was approved; returns the exit status. */
export function forgetApprovals(host: Host, profile: string | undefined): number {
  const count = forgetRecords(host, profile);
  const whose = profile === undefined ? "" : ` of ${printable(profile)}`;
  const what = count === 1 ? "one approval" : `${count === 0 ? "no" : count} approvals`;
  host.terminal.say(`forgot ${what}${whose}\n`);
  return 0;
}

function oneLine(text: string): string {
  return printable(text).replaceAll("\n", "\\x0a");
}

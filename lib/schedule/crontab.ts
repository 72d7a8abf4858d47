import { PaddockError } from "../errors.ts";
import { quoteForShell } from "../label/quote-for-shell.ts";
import { sha256 } from "../sha256.ts";
import { requireOneLine, UNIT } from "./schedule.ts";
import type { Schedule } from "./schedule.ts";

// What is ours in a table is found again by it; a shell takes it for a comment.
const MARK = `# ${UNIT}`;
/** Debian's cron refuses a longer line. */
const LONGEST_LINE = 998;

/** The line of crontab(5) for a schedule; `seed` spreads the minute, as systemd's random delay does. */
export function crontabLine(schedule: Schedule, seed: string): string {
  const { argv, environment } = schedule;
  requireOneLine([...argv, ...Object.values(environment)]);
  const assignments = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  // cron ends the command at a `%` and gives the rest to its stdin.
  const command = quoteForShell(["/usr/bin/env", ...assignments, ...argv]).replaceAll("%", "\\%");
  const line = `${timeOf(schedule.every, seed)} ${command} ${MARK}`;
  if (new TextEncoder().encode(line).length <= LONGEST_LINE) return line;
  throw new PaddockError("failed", `The crontab line is longer than ${LONGEST_LINE} bytes.`, {
    fix: "Shorten PATH for this command: PATH=/usr/local/bin:/usr/bin:/bin paddock schedule ...",
  });
}

function timeOf(every: string, seed: string): string {
  const minute = Number.parseInt(sha256(seed).slice(0, 6), 16) % 60;
  switch (every) {
    case "daily":
      return `${minute} 4 * * *`;
    case "weekly":
      return `${minute} 4 * * 1`;
    default:
      throw new PaddockError("usage", `cron knows no ${JSON.stringify(every)}.`, {
        fix: "Give daily or weekly, or edit the line that `--every daily --dry-run` shows.",
      });
  }
}

/** Our line in a table of crontab(1), if there is one. */
export function findLine(table: string): string | undefined {
  return table.split("\n").find(isOurs);
}

/** The table with our line put in, or in place of the old one; `undefined` takes it out. Every other byte stays. */
export function editTable(table: string, line: string | undefined): string {
  const others = table
    .split(/(?<=\n)/)
    .filter((each) => each !== "" && !isOurs(each.replace(/\n$/, "")));
  if (line === undefined) return others.join("");
  const last = others.at(-1);
  const gap = last === undefined || last.endsWith("\n") ? "" : "\n";
  return `${others.join("")}${gap}${line}\n`;
}

function isOurs(line: string): boolean {
  return line.endsWith(` ${MARK}`);
}

import { PaddockError } from "../errors.ts";

/** When agents are upgraded, and by what. */
export interface Schedule {
  /** `daily`, `weekly`, or a calendar event as systemd.time(7) writes it. */
  readonly every: string;
  /** The argv of the upgrade; its first word is an absolute path. */
  readonly argv: readonly string[];
  /** Variables that the upgrade needs, since nothing that starts it reads a shell's own files. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The names of what is installed. */
export const UNIT = "paddock-upgrade";

// The characters that systemd.time(7) uses in a calendar event; none of them ends a line or begins a specifier.
const CALENDAR = /^[A-Za-z0-9*][A-Za-z0-9 *.,:/~_+-]*$/;

/** Refuses what cannot be a calendar event; whether it is one, systemd says. */
export function requireCalendar(every: string): void {
  if (CALENDAR.test(every)) return;
  throw new PaddockError("usage", `${JSON.stringify(every)} is no time to repeat something at.`, {
    fix: 'Give daily, weekly, or a calendar event of systemd such as "Mon..Fri 07:30".',
  });
}

/** Refuses words that no unit file and no crontab can hold: both are lines of text. */
export function requireOneLine(words: readonly string[]): void {
  const odd = words.find((word) => /\p{Cc}/u.test(word));
  if (odd === undefined) return;
  throw new PaddockError("usage", `A control character stands in ${JSON.stringify(odd)}.`, {
    fix: "Rename that file or folder, or set that variable anew.",
  });
}

import { PaddockError } from "../../errors.ts";

const HOUR_MS = 60 * 60 * 1000;

/** Reads `36h`, `2d` or `0` as milliseconds; anything else is a PaddockError "usage". */
export function readMinimumAge(text: string): number {
  const { number, unit } = /^(?<number>\d{1,5})(?<unit>[hd]?)$/u.exec(text)?.groups ?? {};
  const count = Number(number);
  if (number === undefined || (unit === "" && count !== 0)) {
    throw new PaddockError("usage", "--min-age is hours or days.", {
      fix: "Write for example --min-age 36h, --min-age 2d, or --min-age 0 to switch it off.",
    });
  }
  return count * (unit === "d" ? 24 : 1) * HOUR_MS;
}

/** An age in one unit: `5 min`, `7 h`, `12 d`. */
export function ageText(ageMs: number): string {
  if (ageMs < HOUR_MS) return `${String(Math.floor(ageMs / 60_000))} min`;
  if (ageMs < 48 * HOUR_MS) return `${String(Math.floor(ageMs / HOUR_MS))} h`;
  return `${String(Math.floor(ageMs / (24 * HOUR_MS)))} d`;
}

import { PaddockError } from "../../errors.ts";
import { readJsonObject } from "../../json-object.ts";

/** What can be asked of a running sandbox's proxy. */
export type ControlRequest =
  | { readonly action: "allow"; readonly word: string; readonly forMs: number | undefined }
  | { readonly action: "deny"; readonly word: string; readonly cut: boolean }
  | { readonly action: "show" };

/** The answer, or the two lines of an error. */
export type ControlAnswer =
  | {
      readonly ok: true;
      readonly profile: string;
      readonly workspace: string;
      /** Of the list as it is now. */
      readonly allow: readonly string[];
      readonly deny: readonly string[];
      /** Connections that were cut. */
      readonly cut: number;
    }
  | { readonly ok: false; readonly message: string; readonly fix: string };

const LONGEST_TIME_MS = 7 * 24 * 3_600_000;

/** Reads a request as one line of JSON; undefined for anything else. */
export function readControlRequest(line: string): ControlRequest | undefined {
  const { action, word, forMs, cut } = readJsonObject(line) ?? {};
  if (action === "show") return { action };
  if (typeof word !== "string") return undefined;
  if (action === "deny" && typeof cut === "boolean") return { action, word, cut };
  if (action !== "allow") return undefined;
  if (forMs === undefined) return { action, word, forMs };
  const whole = typeof forMs === "number" && forMs > 0 && forMs <= LONGEST_TIME_MS;
  return whole ? { action, word, forMs } : undefined;
}

/** Reads an answer; undefined for anything else. */
export function readControlAnswer(line: string): ControlAnswer | undefined {
  const { ok, profile, workspace, allow, deny, cut, message, fix } = readJsonObject(line) ?? {};
  if (ok === false && typeof message === "string" && typeof fix === "string") {
    return { ok, message, fix };
  }
  if (ok !== true || typeof profile !== "string" || typeof workspace !== "string") return undefined;
  if (!isTexts(allow) || !isTexts(deny) || typeof cut !== "number") return undefined;
  return { ok, profile, workspace, allow, deny, cut };
}

/** Reads `--for`: `90s`, `10m`, `2h`, `1d`, or `session` (undefined) for as long as the sandbox runs. */
export function readDuration(text: string): number | undefined {
  if (text === "session") return undefined;
  const [, count = "", unit = ""] = /^([1-9]\d{0,5})([smhd])$/u.exec(text) ?? [];
  const seconds = { s: 1, m: 60, h: 3600, d: 86_400 }[unit];
  const forMs = seconds === undefined ? 0 : Number(count) * seconds * 1000;
  if (forMs > 0 && forMs <= LONGEST_TIME_MS) return forMs;
  throw new PaddockError("usage", `--for ${JSON.stringify(text)} is not a time.`, {
    fix: "Write 90s, 10m, 2h, 7d at most, or session.",
  });
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import { profileNames } from "../../profile/lookup.ts";

/** Every verb, as a shell offers them. */
export const VERBS: readonly string[] = [
  "build",
  "rebuild",
  "run",
  "profiles",
  "explain",
  "prove",
  "approvals",
  "doctor",
  "check",
  "init",
  "upgrade",
  "watch",
  "schedule",
  "egress",
  "log",
  "completion",
];

/** The words that could come next: a verb, then a profile. */
export function completeWord(
  host: Pick<Host, "settings" | "files">,
  parsed: { readonly _?: readonly (string | number)[] },
): readonly string[] {
  const [, verb, ...rest] = (parsed._ ?? []).map(String);
  if (verb === undefined || (rest.length === 0 && !VERBS.includes(verb))) return VERBS;
  const ofProfiles = ["build", "rebuild", "run", "explain", "prove", "doctor", "check", "watch"];
  if (!ofProfiles.includes(verb)) return [];
  try {
    return profileNames(host);
  } catch (error) {
    // Completion has no place for an error: the command itself will say it.
    if (error instanceof PaddockError) return [];
    throw error;
  }
}

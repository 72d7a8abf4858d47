import { lineDiff } from "../../upgrade/change/line-diff.ts";
import type { ProfileChange } from "../../upgrade/change/profile-changes.ts";

/** What would change in the Containerfiles, as a diff. */
export function showDiffs(changes: readonly ProfileChange[]): string {
  return changes
    .map(({ profile, text }) => lineDiff(profile.containerfile, profile.text, text))
    .join("");
}

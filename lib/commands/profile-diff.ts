import type { Host } from "../host/host.ts";
import { PaddockError } from "../errors.ts";
import { quoteForShell } from "../label/quote-for-shell.ts";
import { printable } from "../printable.ts";
import { folderName, requireProfile } from "../profile/lookup.ts";
import { changedTexts, originState } from "../profile/origin-changes.ts";
import { originDiff } from "../profile/origin-diff.ts";

/** Prints what changed in the shipped profile since the person's own was copied from it; returns the exit status. */
export function showProfileDiff(host: Host, name: string, json: boolean): number {
  const profile = requireProfile(host, name);
  const { origin, directory } = profile;
  const folder = folderName(profile);
  const copied = origin === "user" ? originState(host, folder) : undefined;
  if (copied === undefined) {
    const why =
      origin === "user" ? "is not known to be a copy of a shipped one" : "is a shipped one";
    throw new PaddockError("usage", `The profile ${name} ${why}.`, {
      fix: "A copy that can be compared is made by: paddock init NAME --from PROFILE",
    });
  }
  const diff = originDiff(changedTexts(host, folder));
  if (json) {
    host.terminal.answer(`${JSON.stringify({ name, copiedFrom: copied, diff }, undefined, 2)}\n`);
    return 0;
  }
  // For `patch` every byte counts, a CR too; on a terminal some would be acted on.
  host.terminal.answer(host.terminal.interactive ? printable(diff) : diff);
  const since = `since ${name} was copied from it (Paddock ${copied.version})`;
  const patch = quoteForShell(["patch", "-p1", "-d", directory]);
  host.terminal.say(
    {
      same: `The shipped profile ${copied.profile} has not changed ${since}.\n`,
      gone: `There is no shipped profile ${copied.profile} any more.\n`,
      changed: `The shipped profile ${copied.profile} changed ${since}. To take it over: paddock profiles --diff ${name} | ${patch}\n`,
    }[copied.state],
  );
  return 0;
}

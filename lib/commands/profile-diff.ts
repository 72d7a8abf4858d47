import type { Host } from "../host/host.ts";
import { PaddockError } from "../errors.ts";
import { quoteForShell } from "../label/quote-for-shell.ts";
import { printable } from "../printable.ts";
import { folderName, requireProfile } from "../profile/lookup.ts";
import { changedTexts, originState } from "../profile/origin/origin-changes.ts";
import type { OriginState } from "../profile/origin/origin-changes.ts";
import { originDiff } from "../profile/origin/origin-diff.ts";
import { recordOrigin } from "../profile/origin/origin-record.ts";

/** A profile of the person's own, and the shipped one that it came from; PaddockError "usage" for one that came from none. */
function requireCopy(
  host: Host,
  name: string,
): { readonly directory: string; readonly folder: string; readonly copied: OriginState } {
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
  return { directory, folder, copied };
}

/** Writes down that what changed in the shipped profile was taken over, or is not wanted; returns the exit status. */
export function takeOver(host: Host, name: string): number {
  const { folder, copied } = requireCopy(host, name);
  if (copied.state === "gone") {
    throw new PaddockError("usage", `There is no shipped profile ${copied.profile} any more.`, {
      fix: `${name} is all your own: there is nothing to take over.`,
    });
  }
  recordOrigin(host, folder, copied.profile);
  host.terminal.say(
    `The profile ${name} now counts as a copy of the shipped ${copied.profile} of Paddock ${host.settings.version}.\n`,
  );
  return 0;
}

/** Prints what changed in the shipped profile since the person's own was copied from it; returns the exit status. */
export function showProfileDiff(host: Host, name: string, json: boolean): number {
  const { directory, folder, copied } = requireCopy(host, name);
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
      changed: `The shipped profile ${copied.profile} changed ${since}. To take it over: paddock profiles --diff ${name} | ${patch}\n  When that is done, or not wanted: paddock profiles --diff ${name} --taken\n`,
    }[copied.state],
  );
  return 0;
}

import { dirname } from "node:path";
import type { Host } from "../../host/host.ts";
import { initProfile } from "../../profile/init-profile.ts";
import { folderName } from "../../profile/lookup.ts";
import type { Profile } from "../../profile/lookup.ts";

/**
 * Whether a profile may be rewritten where it lies. A shipped profile of an installed package may not, since an update would
 * overwrite it; a git clone has `.git` beside its profiles.
 */
export function isRewrittenInPlace(
  { settings, files }: Pick<Host, "settings" | "files">,
  profile: Profile,
): boolean {
  if (profile.origin === "user") return true;
  const isClone = files.facts(`${dirname(settings.shippedProfiles)}/.git`) !== undefined;
  return isClone && files.may(profile.containerfile, "write");
}

/** The folder in which a profile may be rewritten: its own, or a whole copy among the person's profiles that is made now. */
export function writableFolder(host: Host, profile: Profile): string {
  if (isRewrittenInPlace(host, profile)) return profile.directory;
  return initProfile(host, folderName(profile), profile.name).directory;
}

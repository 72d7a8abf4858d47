import type { Host } from "../../host/host.ts";
import { replaceFiles } from "../pins/replace-files.ts";
import { fileChanges } from "./profile-changes.ts";
import type { ProfileChange } from "./profile-changes.ts";
import { writableFolder } from "./writable-profile.ts";

/** Where a change was written. */
export interface WrittenProfile {
  readonly containerfile: string;
  /** Whether it is a copy of the shipped profile that was made for this change. */
  readonly isCopied: boolean;
}

/** Writes a profile's pins and locks as one, in a copy of its own where the profile is not to be touched. */
export async function writeProfile(host: Host, change: ProfileChange): Promise<WrittenProfile> {
  const { profile } = change;
  const folder = writableFolder(host, profile);
  await replaceFiles(host, fileChanges(host.files, change, folder));
  return {
    containerfile: folder + profile.containerfile.slice(profile.directory.length),
    isCopied: folder !== profile.directory,
  };
}

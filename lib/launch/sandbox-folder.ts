import type { Host } from "../host/host.ts";
import { withFlag } from "../policy/edit.ts";

/** Where a sandbox finds what a launch says to it beside the label. */
export const SANDBOX_FOLDER = "/run/paddock";

/**
 * Makes a folder of texts for one sandbox, in a folder of the user alone: `place` must not exist. Inside the sandbox any user
 * may read them, whatever the label maps users to. Returns the folder to mount; whoever made it removes `place`.
 */
export function makeSandboxFolder(
  { files }: Pick<Host, "files">,
  place: string,
  texts: Readonly<Record<string, string>>,
): string {
  files.makePrivateDirectory(place);
  const folder = `${place}/paddock`;
  files.createFolder(folder, { texts });
  return folder;
}

/** The argv with that folder mounted read-only; `z` is for hosts with SELinux, as in the shipped labels. */
export function withSandboxFolder(argv: readonly string[], folder: string): readonly string[] {
  return withFlag(argv, [`--volume=${folder}:${SANDBOX_FOLDER}:ro,z`]);
}

import type { Host } from "../../host/host.ts";
import { csvField } from "../../policy/argv/csv.ts";
import { withFlag } from "../../policy/edit.ts";
import type { Setting } from "../../policy/policy.ts";

/** Where the entrypoint of the base image reads the variables that a launch adds, in the file `environment`. */
export const ENVIRONMENT_FOLDER = "/run/paddock-proxy";

/**
 * Makes the folder for one sandbox, in a folder of the user alone: `place` must not exist. Inside the sandbox any user may
 * read it, whatever the label maps users to. Returns the folder to mount; whoever made it removes `place`.
 */
export function makeEnvironmentFolder(
  { files }: Pick<Host, "files">,
  place: string,
  settings: readonly Setting[],
): string {
  files.makePrivateDirectory(place);
  const folder = `${place}/paddock`;
  files.createFolder(folder, { texts: { environment: environmentFile(settings) } });
  return folder;
}

/** The argv with that folder mounted for reading; it is relabelled for hosts with SELinux, as the shipped labels' folders are. */
export function withEnvironmentFolder(argv: readonly string[], folder: string): readonly string[] {
  const place = ["type=bind", `src=${folder}`, `dst=${ENVIRONMENT_FOLDER}`];
  return withFlag(argv, [
    `--mount=${[...place, "ro=true", "relabel=shared"].map(csvField).join(",")}`,
  ]);
}

/** The file's text, a shell's assignments. */
export function environmentFile(settings: readonly Setting[]): string {
  return settings
    .map(({ name, value = "" }) => `${name}='${value.replaceAll("'", "'\\''")}'\n`)
    .join("");
}

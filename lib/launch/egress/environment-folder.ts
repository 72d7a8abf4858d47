import type { Host } from "../../host/host.ts";
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

/** The file's text, a shell's assignments. */
export function environmentFile(settings: readonly Setting[]): string {
  return settings
    .map(({ name, value = "" }) => `${name}='${value.replaceAll("'", "'\\''")}'\n`)
    .join("");
}

import { csvField } from "../../policy/argv/csv.ts";
import { withFlag } from "../../policy/edit.ts";

/** Where a sandbox finds what Paddock tells it; the rules refuse a label that mounts anything there. */
export const SANDBOX_FOLDER = "/run/paddock";

/**
 * The flag with which a launch shows a sandbox a folder of Paddock's own, for reading; it is relabelled for hosts with SELinux,
 * as the shipped labels' folders are. No label can ask for such a mount: it is judged without it, and may name neither these
 * places nor anything below Paddock's state.
 */
export function sandboxFolderFlag(folder: string, place: string = SANDBOX_FOLDER): string {
  const fields = ["type=bind", `src=${folder}`, `dst=${place}`, "ro=true", "relabel=shared"];
  return `--mount=${fields.map(csvField).join(",")}`;
}

/** The argv of a launch with that folder. */
export function withSandboxFolder(
  argv: readonly string[],
  folder: string,
  place: string = SANDBOX_FOLDER,
): readonly string[] {
  return withFlag(argv, [sandboxFolderFlag(folder, place)]);
}

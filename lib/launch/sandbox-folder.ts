import { csvField } from "../policy/argv/csv.ts";
import { withFlag } from "../policy/edit.ts";

/** Where a sandbox finds what Paddock tells it; the rules refuse a label that mounts anything there. */
export const SANDBOX_FOLDER = "/run/paddock";

/**
 * The flag with which a launch shows a sandbox one folder of Paddock's own, for reading. It is the one mount that no label
 * can ask for: a label is judged without it, and may name neither this place nor anything below Paddock's state.
 */
export function sandboxFolderFlag(folder: string): string {
  const fields = [
    "type=bind",
    `src=${folder}`,
    `dst=${SANDBOX_FOLDER}`,
    "ro=true",
    "relabel=shared",
  ];
  return `--mount=${fields.map(csvField).join(",")}`;
}

/** The argv of a launch with that folder. */
export function withSandboxFolder(argv: readonly string[], folder: string): readonly string[] {
  return withFlag(argv, [sandboxFolderFlag(folder)]);
}

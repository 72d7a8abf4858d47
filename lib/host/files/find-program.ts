import type { Host } from "../host.ts";

/** The absolute path of a program, undefined when no absolute folder of $PATH has it. */
export function findProgram(
  host: Pick<Host, "settings" | "files">,
  name: string,
): string | undefined {
  return host.settings.searchPath
    .map((folder) => `${folder}/${name}`)
    .find((path) => host.files.facts(path)?.kind === "file" && host.files.may(path, "execute"));
}

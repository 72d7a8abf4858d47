import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import type { Policy } from "../../policy/policy.ts";
import { isWithin } from "../../is-within.ts";

/** The host folders that a policy mounts from. */
export function mountedFolders(policy: Policy): readonly string[] {
  return policy.mounts.flatMap(({ kind, source }) =>
    (kind === "bind" || kind === "overlay") && source?.startsWith("/") === true ? [source] : [],
  );
}

/** Creates the folders that a label mounts from under the user's data directory, for the user alone; any other must exist. */
export function prepareDirectories(host: Pick<Host, "settings" | "files">, policy: Policy): void {
  const { settings, files } = host;
  const dataHomes = [settings.dataHome, `${settings.home}/.local/share`];
  for (const source of mountedFolders(policy)) {
    if (files.facts(source) !== undefined) continue;
    if (source.includes("/../") || !dataHomes.some((folder) => isWithin(source, folder))) {
      throw new PaddockError("failed", `The label mounts ${source}, which does not exist.`, {
        fix: `Create it, or take the mount out of the label.`,
      });
    }
    files.makePrivateDirectory(source);
  }
}

import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import { readSubordinateIds } from "../../host/machine/subordinate-ids.ts";

// An image's files belong to users up to 65534, each of which needs an id outside.
export const NEEDED_IDS = 65_536;

/** Refuses a user without enough subordinate ids, which otherwise fails deep in a build ("lchown: invalid argument"). */
export function requireSubordinateIds(host: Pick<Host, "settings" | "files">): void {
  for (const { path, count } of readSubordinateIds(host)) {
    if (count === "elsewhere" || count >= NEEDED_IDS) continue;
    throw new PaddockError(
      "host-unready",
      `${path} gives ${host.settings.user} ${count === 0 ? "no" : `only ${count}`} subordinate ids; a rootless sandbox needs ${NEEDED_IDS}.`,
      {
        fix: `Run \`sudo usermod --add-subuids 100000-165535 --add-subgids 100000-165535 ${host.settings.user}\`, then \`podman system migrate\`.`,
      },
    );
  }
}

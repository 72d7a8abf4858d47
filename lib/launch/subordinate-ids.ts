import { PaddockError } from "../errors.ts";
import type { Host } from "../host/host.ts";

// An image's files belong to users up to 65534, each of which needs an id outside.
const NEEDED = 65_536;

/** Refuses a user without enough subordinate ids, which otherwise fails deep in a build ("lchown: invalid argument"). */
export function requireSubordinateIds(host: Pick<Host, "settings" | "files">): void {
  for (const path of ["/etc/subuid", "/etc/subgid"]) {
    const text = host.files.readText(path);
    // Where the file names nobody, the ids may come from the network (nsswitch): Podman asks there itself.
    if (text !== undefined && text.trim() === "" && nsswitchNamesSubids(host)) continue;
    const count = subordinateIds(text ?? "", host.settings);
    if (count >= NEEDED) continue;
    throw new PaddockError(
      "host-unready",
      `${path} gives ${host.settings.user} ${count === 0 ? "no" : `only ${count}`} subordinate ids; a rootless sandbox needs ${NEEDED}.`,
      {
        fix: `Run \`sudo usermod --add-subuids 100000-165535 --add-subgids 100000-165535 ${host.settings.user}\`, then \`podman system migrate\`.`,
      },
    );
  }
}

/** How many ids the lines NAME:START:COUNT of subuid(5) give a user, named or numbered. */
export function subordinateIds(
  text: string,
  user: { readonly user: string; readonly uid: number },
): number {
  return text
    .split("\n")
    .map((line) => line.split(":"))
    .filter(([name]) => name === user.user || name === String(user.uid))
    .reduce((sum, [, , count]) => sum + (Number(count) || 0), 0);
}

function nsswitchNamesSubids(host: Pick<Host, "files">): boolean {
  return /^\s*subid:/m.test(host.files.readText("/etc/nsswitch.conf") ?? "");
}

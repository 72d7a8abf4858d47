import type { Host } from "../host.ts";

/** The ids that a file of subuid(5) gives the user; `elsewhere` where nsswitch has Podman ask the network for them. */
export interface SubordinateIds {
  readonly path: string;
  readonly count: number | "elsewhere";
}

/** What /etc/subuid and /etc/subgid give this user. */
export function readSubordinateIds(
  host: Pick<Host, "settings" | "files">,
): readonly SubordinateIds[] {
  return ["/etc/subuid", "/etc/subgid"].map((path) => {
    const text = host.files.readText(path);
    // Where the file names nobody, the ids may come from the network (nsswitch): Podman asks there itself.
    const elsewhere = text !== undefined && text.trim() === "" && nsswitchNamesSubids(host);
    return { path, count: elsewhere ? "elsewhere" : subordinateIds(text ?? "", host.settings) };
  });
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

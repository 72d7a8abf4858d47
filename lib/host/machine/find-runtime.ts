import type { Host } from "../host.ts";
import { confPaths, containersConf } from "./containers-conf.ts";

/** Where Podman finds an OCI runtime by its name: as containers.conf says, else in its own list of places, else in PATH. */
export function findRuntime(
  host: Pick<Host, "settings" | "files">,
  name: string,
): string | undefined {
  const places = [
    ...confPaths(containersConf(host), name),
    `/usr/bin/${name}`,
    `/usr/local/bin/${name}`,
    ...host.settings.searchPath.map((directory) => `${directory}/${name}`),
  ];
  return places.find((path) => host.files.may(path, "execute"));
}

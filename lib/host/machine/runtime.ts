import type { Host } from "../host.ts";
import { known, unknown } from "./asked.ts";
import type { Asked } from "./asked.ts";
import { confPaths, containersConf } from "./containers-conf.ts";

/** An OCI runtime as its `--version` describes it. */
export interface RuntimeFacts {
  readonly path: string;
  /** `1.27.1`. */
  readonly version: string;
  /** `SECCOMP`, `LIBKRUN`, ...: what it was built with. */
  readonly features: readonly string[];
}

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

/** What a runtime's `--version` says: its version, and what it was built with. */
export function readRuntime(path: string, text: string): Asked<RuntimeFacts> {
  const version = /version (?<version>\d[\w.+-]*)/.exec(text)?.groups?.["version"];
  if (version === undefined) return unknown(`${path} does not say its version`);
  const features = [...text.matchAll(/(?<=^|\s)\+(\w+)/g)].flatMap(([, feature]) => feature ?? []);
  return known({ path, version, features });
}

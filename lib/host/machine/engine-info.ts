import { isJsonObject, readJsonObject } from "../../json-object.ts";
import type { JsonObject } from "../../json-object.ts";

/** What `podman info` says of the engine, as far as a row about this machine needs it. */
export interface EngineInfo {
  readonly rootless: boolean;
  /** The runtime of a launch that names none. */
  readonly runtime: string;
  /** `pasta`, or an older `slirp4netns`. */
  readonly rootlessNetwork: string;
  /** The absolute path; empty where there is none. */
  readonly pasta: string;
  /** How pasta names its version, or else its package: `passt_0.0~git20250503.587980c-2+deb13u1_amd64`. */
  readonly pastaVersion: string;
  readonly seccomp: boolean;
  readonly selinux: boolean;
  readonly appArmor: boolean;
  readonly storage: string;
  readonly storageDriver: string;
}

/** Reads `podman info --format json`, recorded from Podman 5.4.2; undefined when it is something else. */
export function parseEngineInfo(text: string): EngineInfo | undefined {
  const info = readJsonObject(text);
  const host = part(info, "host");
  const store = part(info, "store");
  if (host === undefined || store === undefined) return undefined;
  const security = part(host, "security");
  const pasta = part(host, "pasta");
  return {
    rootless: security?.["rootless"] === true,
    runtime: words(part(host, "ociRuntime"), "name"),
    rootlessNetwork: words(host, "rootlessNetworkCmd"),
    pasta: words(pasta, "executable"),
    pastaVersion: words(pasta, "version").split("\n")[0] || words(pasta, "package"),
    seccomp: security?.["seccompEnabled"] === true,
    selinux: security?.["selinuxEnabled"] === true,
    appArmor: security?.["apparmorEnabled"] === true,
    storage: words(store, "graphRoot"),
    storageDriver: words(store, "graphDriverName"),
  };
}

function part(object: JsonObject | undefined, name: string): JsonObject | undefined {
  const value = object?.[name];
  return isJsonObject(value) ? value : undefined;
}

function words(object: JsonObject | undefined, name: string): string {
  const value = object?.[name];
  return typeof value === "string" ? value : "";
}

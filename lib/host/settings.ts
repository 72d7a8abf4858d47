import { join } from "node:path";
import type { Files } from "./files/files.ts";
import { trustedSearchPath } from "./search-path.ts";

/** What the environment says, read once at the edge; nothing below reads it again. */
export interface Settings {
  readonly home: string;
  readonly user: string;
  readonly uid: number;
  /** The directory that the person is in, as the kernel names it; undefined when it was deleted. */
  readonly workingDirectory: string | undefined;
  /** `$PADDOCK_PROFILES`, unset when empty. */
  readonly profilesVariable: string | undefined;
  readonly configDirectory: string;
  readonly dataHome: string;
  readonly stateDirectory: string;
  readonly cacheDirectory: string;
  /** `$XDG_RUNTIME_DIR` as it is set, right or wrong. */
  readonly runtimeDirectory: string | undefined;
  readonly shippedProfiles: string;
  /** `$PADDOCK_PODMAN`, or undefined: the `podman` of `$PATH`. */
  readonly podmanVariable: string | undefined;
  /** Absolute entries of `$PATH` that no agent writes to: another one would let the workspace choose the program. */
  readonly searchPath: readonly string[];
  /** `$PADDOCK_CA`. */
  readonly certificateAuthorities: string | undefined;
  readonly platform: string;
  /** Variables that choose another image storage: what was learnt of one storage is not true of another. */
  readonly storageVariables: Readonly<Record<string, string>>;
  /** Proxies of this machine, with the credentials in them: never printed, never handed to a sandbox. */
  readonly proxies: ProxyVariables;
  readonly version: string;
  /** What starts this Paddock again, whatever starts it: the absolute paths of Node and of the program. */
  readonly program: readonly string[];
}

/** HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in either case. */
export interface ProxyVariables {
  readonly https: string | undefined;
  readonly http: string | undefined;
  /** What is reached without them. */
  readonly none: string | undefined;
}

export interface SettingsSource {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly user: string;
  readonly uid: number;
  readonly workingDirectory: string | undefined;
  readonly shippedProfiles: string;
  readonly platform: string;
  readonly version: string;
  readonly program: readonly string[];
}

const STORAGE_VARIABLES = [
  "CONTAINERS_STORAGE_CONF",
  "CONTAINERS_CONF",
  "CONTAINERS_CONF_OVERRIDE",
  "STORAGE_DRIVER",
  "STORAGE_OPTS",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "HOME",
];

/** Settings from an environment; an empty variable counts as unset, as the XDG rules have it. */
export function resolveSettings(
  source: SettingsSource,
  files: Pick<Files, "facts" | "may" | "realPath">,
): Settings {
  const value = (name: string): string | undefined => source.environment[name] || undefined;
  const absolute = (name: string, fallback: string): string => {
    const set = value(name);
    return set?.startsWith("/") === true ? set : join(source.home, fallback);
  };
  const dataHome = absolute("XDG_DATA_HOME", ".local/share");
  return Object.freeze({
    home: source.home,
    user: source.user,
    uid: source.uid,
    workingDirectory: source.workingDirectory,
    profilesVariable: value("PADDOCK_PROFILES"),
    configDirectory: join(absolute("XDG_CONFIG_HOME", ".config"), "paddock"),
    dataHome,
    stateDirectory: join(absolute("XDG_STATE_HOME", ".local/state"), "paddock"),
    cacheDirectory: join(absolute("XDG_CACHE_HOME", ".cache"), "paddock"),
    runtimeDirectory: value("XDG_RUNTIME_DIR"),
    shippedProfiles: source.shippedProfiles,
    podmanVariable: value("PADDOCK_PODMAN"),
    searchPath: trustedSearchPath(value("PATH") ?? "", { ...source, dataHome }, files),
    certificateAuthorities: value("PADDOCK_CA"),
    platform: source.platform,
    proxies: Object.freeze(proxyVariables(value)),
    version: source.version,
    program: source.program,
    storageVariables: Object.freeze(
      Object.fromEntries(STORAGE_VARIABLES.map((name) => [name, value(name) ?? ""])),
    ),
  });
}

// As curl reads them: lower case first, ALL_PROXY for what has none of its own.
function proxyVariables(value: (name: string) => string | undefined): ProxyVariables {
  const either = (name: string): string | undefined =>
    value(name.toLowerCase()) ?? value(name.toUpperCase());
  return {
    https: either("https_proxy") ?? either("all_proxy"),
    http: either("http_proxy") ?? either("all_proxy"),
    none: either("no_proxy"),
  };
}

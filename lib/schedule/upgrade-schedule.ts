import { dirname } from "node:path";
import { PaddockError } from "../errors.ts";
import { findProgram } from "../host/files/find-program.ts";
import type { Host } from "../host/host.ts";
import type { Schedule } from "./schedule.ts";

/** What a person asks for. */
export interface ScheduleRequest {
  readonly every: string;
  readonly rebuild: boolean;
}

/** The upgrade of this Paddock, by absolute paths, under a lock of its own: a second one that meets the first ends at once, with 0. */
export function upgradeSchedule(
  host: Pick<Host, "settings" | "files" | "npm">,
  request: ScheduleRequest,
): Schedule {
  const { program, stateDirectory } = host.settings;
  const flock = findProgram(host, "flock");
  if (flock === undefined) {
    throw new PaddockError("host-unready", "flock was not found in PATH.", {
      fix: "Install util-linux: without a lock two upgrades could run at once.",
    });
  }
  const open = networkOf(host.npm).filter((variable) => !isSecret(variable));
  const lock = ["--nonblock", "--conflict-exit-code", "0", `${stateDirectory}/schedule.lock`];
  return {
    every: request.every,
    argv: [flock, ...lock, ...program, "upgrade", ...(request.rebuild ? ["--rebuild"] : [])],
    environment: { ...environmentOf(host.settings), ...Object.fromEntries(open) },
  };
}

/** The names of variables that the upgrade needs too and that may hold a password: no unit and no crontab is the place for one. */
export function secretVariables(npm: Host["npm"]): readonly string[] {
  return networkOf(npm)
    .filter(isSecret)
    .map(([name]) => name);
}

/** How npm and builds reach a registry, where the environment says it. */
const NETWORK =
  /^(?:(?:npm_config_)?(?:https?_)?proxy|no_proxy|node_extra_ca_certs|npm_config_(?:registry|noproxy|cafile|userconfig|globalconfig))$/iu;

function networkOf({ environment }: Host["npm"]): readonly (readonly [string, string])[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && value !== "" && NETWORK.test(name) ? [[name, value] as const] : [],
  );
}

/** Whether an address may hold a user or a password. */
function isSecret([name, value]: readonly [string, string]): boolean {
  return /(?:proxy|registry)$/iu.test(name) && value.includes("@");
}

function unless(value: string, usual: string): string | undefined {
  return value === usual ? undefined : value;
}

// What was set for this command counts for the upgrade too; what only says what holds anyway is left out.
function environmentOf(settings: Host["settings"]): Readonly<Record<string, string>> {
  const { home } = settings;
  const { HOME: _home, ...storage } = settings.storageVariables;
  const wanted: Readonly<Record<string, string | undefined>> = {
    PATH: settings.searchPath.join(":"),
    PADDOCK_PROFILES: settings.profilesVariable,
    PADDOCK_PODMAN: settings.podmanVariable,
    PADDOCK_CA: settings.certificateAuthorities,
    XDG_STATE_HOME: unless(dirname(settings.stateDirectory), `${home}/.local/state`),
    XDG_CACHE_HOME: unless(dirname(settings.cacheDirectory), `${home}/.cache`),
    ...storage,
  };
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

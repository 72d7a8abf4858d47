import { type RuleContext } from "../finding.ts";
import {
  CREDENTIAL_PATHS,
  KERNEL_PATHS,
  SOCKET_NAME,
  SOCKET_PATHS,
  STARTUP_PATHS,
  SYSTEM_PATHS,
  USER_PATHS,
} from "./host-places.ts";
import { isWithin } from "../../../is-within.ts";
import { overlaps, resolvePath } from "./paths.ts";

/** A place of the host that is not for mounting: the rule's name, and what lies there. */
export interface Place {
  readonly rule: string;
  readonly what: string;
}

/** A host path as written in a label: as resolved by name, and with its symbolic links followed. */
export interface HostPath {
  readonly path: string;
  readonly real: string;
}

/** Resolves a path of a label: relative to the workspace, `~/` in the home directory. */
export function hostPath(text: string, context: RuleContext): HostPath {
  const path = text.startsWith("~/")
    ? resolvePath(context.home, text.slice(2))
    : resolvePath(context.workspace, text);
  return { path, real: resolvePath("/", context.realPath(path)) };
}

/** Whether a path holds, or lies in, what is Paddock's own; this is never allowed. */
export function isProtected(host: HostPath, context: RuleContext): boolean {
  return touches(host, context.protectedPaths, context);
}

/** Why a host path may not be mounted, if it may not; the worst reason first. */
export function forbiddenPlace(
  host: HostPath,
  writes: boolean,
  context: RuleContext,
): Place | undefined {
  const home = withReal([context.home], context);
  const inHome = (names: readonly string[]) => names.map((name) => `${context.home}/${name}`);
  const both = [host.path, host.real];
  if (both.includes("/")) return { rule: "mount-root", what: "the whole host" };
  if (both.some((path) => home.some((folder) => isWithin(folder, path)))) {
    return { rule: "mount-home", what: "the home directory" };
  }
  if (isProtected(host, context)) return { rule: "mount-protected", what: "Paddock's own files" };
  if (isSocket(host, context)) return { rule: "mount-socket", what: "sockets of the host" };
  if (touches(host, inHome(CREDENTIAL_PATHS), context)) {
    return { rule: "mount-credentials", what: "credentials" };
  }
  if (writes && touches(host, inHome(STARTUP_PATHS), context)) {
    return { rule: "mount-startup", what: "files that the host runs or obeys" };
  }
  return isSystem(host, writes, context) ? { rule: "mount-system", what: "the system" } : undefined;
}

/** Whether a path lies in a folder of the system, the user's own excepted; for reading, only in the kernel's. */
export function isSystem(host: HostPath, writes: boolean, context: RuleContext): boolean {
  const folders = writes ? [...KERNEL_PATHS, ...SYSTEM_PATHS] : KERNEL_PATHS;
  const mine = [...USER_PATHS, ...withReal([context.home], context)].filter((path) => path !== "/");
  return [host.path, host.real].some(
    (path) =>
      folders.some((folder) => isWithin(path, folder)) &&
      !mine.some((folder) => isWithin(path, folder)),
  );
}

function isSocket(host: HostPath, context: RuleContext): boolean {
  const runtime = context.runtimeDir === undefined ? [] : [context.runtimeDir];
  const name = host.real.split("/").at(-1) ?? "";
  return touches(host, [...SOCKET_PATHS, ...runtime], context) || SOCKET_NAME.test(name);
}

function touches(host: HostPath, places: readonly string[], context: RuleContext): boolean {
  return withReal(places, context).some(
    (place) => overlaps(host.path, place) || overlaps(host.real, place),
  );
}

// A credential store that is itself a link elsewhere is the same store.
function withReal(paths: readonly string[], context: RuleContext): string[] {
  return paths.flatMap((path) => {
    const plain = resolvePath("/", path);
    return [plain, resolvePath("/", context.realPath(plain))];
  });
}

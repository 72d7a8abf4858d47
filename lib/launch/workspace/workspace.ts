import { PaddockError } from "../../errors.ts";
import { isWithin } from "../../is-within.ts";

/** The folders that a workspace is judged against, all real paths. */
export interface WorkspaceRules {
  readonly home: string;
  /** Paddock's own config, state and cache, and the folders in which profiles are looked up. */
  readonly own: readonly string[];
  /** Folders of the agents' own, such as the home that a profile mounts: being inside is fine, being above is not. */
  readonly data: string;
  readonly runtimeDirectory: string | undefined;
}

// Folders of the system: mounting one hands it to the agent, and `:z` would relabel it.
const SYSTEM_TREES =
  "/bin /boot /dev /etc /lib /lib32 /lib64 /proc /root /run /sbin /sys /usr /var/run".split(" ");
// Only these folders themselves are refused: what is made in them is a person's own.
const SHARED_FOLDERS = "/home /media /mnt /opt /srv /tmp /var /var/lib /var/tmp".split(" ");

/** Refuses to mount a directory whose writer could leave the sandbox with it; `path` is a real path. */
export function requireWorkspace(path: string, rules: WorkspaceRules): void {
  const reason = workspaceObjection(path, rules);
  if (reason === undefined) return;
  throw new PaddockError("refused", `${JSON.stringify(path)} cannot be the workspace: ${reason}.`, {
    fix: "Change into a project directory of its own, and start again.",
  });
}

function workspaceObjection(path: string, rules: WorkspaceRules): string | undefined {
  if (path === "/") return "it is the root of the file system";
  if (isWithin(rules.home, path)) {
    return path === rules.home ? "it is your home directory" : "your home directory lies in it";
  }
  for (const own of rules.own) {
    if (isWithin(own, path)) return `Paddock's own ${own} lies in it`;
    if (isWithin(path, own)) return `it lies in Paddock's own ${own}`;
  }
  if (isWithin(rules.data, path)) return `the agents' data in ${rules.data} lies in it`;
  const { runtimeDirectory } = rules;
  if (
    runtimeDirectory !== undefined &&
    (isWithin(path, runtimeDirectory) || isWithin(runtimeDirectory, path))
  ) {
    return "it holds the sockets of your session";
  }
  if (SHARED_FOLDERS.includes(path)) return "other people's and programs' files lie in it";
  // A person whose home lies in one of these (root in /root) has been answered above for the home itself.
  const system = SYSTEM_TREES.find((tree) => isWithin(path, tree) && !isWithin(rules.home, tree));
  return system === undefined ? undefined : `it belongs to the system (${system})`;
}

import type { Attendance, Session } from "../host/process/session.ts";
import { isVm } from "../policy/is-vm.ts";
import { withSandboxFolder } from "./workspace/sandbox-folder.ts";
import type { PlannedLaunch } from "./launch.ts";

// podman-stop(1) waits as long before it kills.
const GRACE_MS = 10_000;

export interface SessionOptions {
  readonly canReplace: boolean;
  readonly terminal: boolean;
  /** Where Podman writes the container's id for as long as Paddock stays. */
  readonly idFile: string;
  /** Ends the container whose id is in the file, by force. */
  readonly end: () => Promise<void>;
}

export interface DirectOptions extends SessionOptions {
  /** What the sandbox is shown at `SANDBOX_FOLDER`. */
  readonly sandboxFolder: string;
}

/**
 * The hand-over of a direct launch: the plan's argv, and the folder of Paddock's own. Paddock stays beside it where something
 * is left to do: under krun, whose guest SIGTERM and SIGHUP never reach, or where process 1 of the container would ignore the
 * signals that end it.
 */
export function directSession(launch: PlannedLaunch, options: DirectOptions): Session {
  const { plan, podman } = launch;
  const { policy } = plan;
  const argv = withSandboxFolder(plan.argv, options.sandboxFolder);
  const leaves = options.canReplace && !isVm(policy) && (policy.init || policy.detach);
  return {
    executable: podman,
    argv: leaves ? argv : withIdFile(argv, options.idFile),
    directory: plan.workspace.path,
    environment: {},
    attendance: leaves ? undefined : attendance(launch, options, false),
  };
}

export interface RunlabelOptions extends SessionOptions {
  /** A link to the workspace with a plain name: no directory name is then read as flags. */
  readonly link: string;
  /** The words after the label's name and the image, quoted for runlabel. */
  readonly words: readonly string[];
}

/** The hand-over to `podman container runlabel`, which reads the label itself. */
export function runlabelSession(launch: PlannedLaunch, options: RunlabelOptions): Session {
  const { plan, podman } = launch;
  const more = options.words.length > 0 ? ["--", ...options.words] : [];
  return {
    executable: podman,
    argv: ["podman", "container", "runlabel", plan.label.key, plan.profile.tag, ...more],
    directory: options.link,
    // Podman takes $PWD for the directory when both are the same one.
    environment: { PWD: options.link },
    attendance: attendance(launch, options, true),
  };
}

function attendance(
  launch: PlannedLaunch,
  options: SessionOptions,
  wholeTree: boolean,
): Attendance {
  const vm = isVm(launch.plan.policy);
  return {
    translate: (signal) => (vm ? "SIGINT" : signal),
    graceMs: GRACE_MS,
    end: options.end,
    rawTerminal: launch.plan.policy.terminal.tty && options.terminal,
    wholeTree,
    leavesNothing: launch.plan.policy.remove,
  };
}

// Paddock's own bookkeeping, which grants nothing: the id is how a container is found that does not end when told to.
function withIdFile(argv: readonly string[], idFile: string): readonly string[] {
  return [...argv.slice(0, 2), `--cidfile=${idFile}`, ...argv.slice(2)];
}

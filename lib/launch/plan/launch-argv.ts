import { expandWords } from "../../label/expand-run-label.ts";
import type { LaunchValues, RunLabelTemplate } from "../../label/run-label.ts";
import { isVm } from "../../policy/is-vm.ts";
import { withCommand, withFlag, withoutTty, withRuntime, withWorkdir } from "../../policy/edit.ts";
import { protectPaths } from "../../policy/mounts/odd-paths.ts";
import { readPolicy } from "../../policy/read-policy.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Workspace } from "../workspace/find-workspace.ts";

/** What a person asked of a launch, beside the label. */
export interface LaunchRequest {
  readonly command: readonly string[];
  /** Another OCI runtime than the label's. */
  readonly runtime: string | undefined;
  readonly workspace: Workspace;
  /** Whether stdin and stdout are a terminal. */
  readonly terminal: boolean;
  /** The launch that runlabel makes: nothing of it can be changed but the command. */
  readonly asWritten: boolean;
  /** Whether Podman's own init program is there, to stand in for the init of a VM. */
  readonly init: boolean;
}

export interface LaunchArgv {
  readonly argv: readonly string[];
  readonly policy: Policy;
  /** The same without what a person says anew at each launch and what grants nothing: the command, and where it starts. */
  readonly standing: Policy;
  /** What the request changed of the label's own launch, in words. */
  readonly changes: readonly string[];
  /** What the request took from the label's protection, in words. */
  readonly losses: readonly string[];
}

/** The argv of a launch: the label's own words, and only those changes that the request names or that make it narrower. */
export function launchArgv(
  template: RunLabelTemplate,
  values: LaunchValues,
  request: LaunchRequest,
): LaunchArgv {
  const own = protectPaths(expandWords(template, values));
  const label = readPolicy(own);
  if (request.asWritten) return asWritten(own, request.command);
  const changes: string[] = [];
  const losses: string[] = [];
  let argv: string[] = own;
  if (label.pull === undefined) argv = withFlag(argv, ["--pull=never"]);
  if (label.terminal.tty && !request.terminal) {
    argv = withoutTty(argv);
    changes.push("no terminal here: the sandbox gets none");
  }
  if (request.runtime !== undefined && request.runtime !== label.runtime) {
    argv = withRuntime(argv, request.runtime);
    losses.push(...runtimeLosses(label, request.runtime));
    if (isVm(label) && !label.init && request.init) argv = withFlag(argv, ["--init"]);
  }
  const standing = readPolicy(argv);
  const asked = argv;
  if (request.workspace.folder !== "") {
    argv = withWorkdir(argv, `${workspaceInside(label, values.cwd)}/${request.workspace.folder}`);
  }
  if (request.command.length > 0) argv = withCommand(argv, request.command);
  const policy = argv === asked ? standing : readPolicy(argv);
  return { argv, policy, standing, changes, losses };
}

function asWritten(own: string[], command: readonly string[]): LaunchArgv {
  const standing = readPolicy(own);
  const argv = command.length > 0 ? withCommand(own, command) : own;
  const policy = argv === own ? standing : readPolicy(argv);
  return { argv, policy, standing, changes: [], losses: [] };
}

function runtimeLosses(label: Policy, runtime: string): readonly string[] {
  if (!isVm(label) || runtime === "krun") return [`runtime ${runtime} instead of the label's`];
  const has = (flag: string): boolean => label.limits.some((limit) => limit.flag === flag);
  return [
    `${runtime} instead of krun: no kernel of its own, the sandbox shares this machine's`,
    ...(has("memory") ? [] : ["no memory cap: the label's is krun's"]),
    ...(has("cpus") ? [] : ["no CPU cap: the label's is krun's"]),
  ];
}

/** Where the sandbox sees the workspace; its own working directory if the label mounts none. */
function workspaceInside(policy: Policy, workspace: string): string {
  const mount = policy.mounts.find(({ source }) => source === workspace);
  return mount?.destination ?? policy.workdir ?? "/";
}

import { promisedControls } from "../../control/promised-controls.ts";
import type { Control } from "../../control/control.ts";
import { isVm } from "../../policy/is-vm.ts";
import { isLimit, limitVerdict } from "../limit-verdict.ts";
import { broken, kept, undecided } from "../verdict.ts";
import type { Verdict } from "../verdict.ts";
import type { JudgedLaunch } from "./judged-launch.ts";
import { networkVerdict } from "./network-verdict.ts";
import { krunVerdict, machineVerdict, runtimeVerdict } from "./runtime-verdict.ts";
import { tmpfsVerdict } from "./tmpfs-verdict.ts";

/** A promise of the launch, and whether it is kept here. */
export interface PromiseRow extends Verdict {
  /** As `--accept-unenforced` and `prove` call it; `start` for the launch itself. */
  readonly control: string;
  readonly promise: string;
}

/** One row a promise: that the launch starts, and everything that its policy promises. */
export function promiseRows(launch: JudgedLaunch): readonly PromiseRow[] {
  return [
    toRow("start", "starts", startVerdict(launch)),
    ...promisedControls(launch.policy).map((control) =>
      toRow(control.id, control.promise, verdictOf(control, launch)),
    ),
  ];
}

/** Whether every promise that a machine can keep is kept: what decides the exit status. */
export function allKept(rows: readonly PromiseRow[]): boolean {
  return rows.every(({ state }) => state === "kept" || state === "image");
}

function toRow(control: string, promise: string, verdict: Verdict): PromiseRow {
  return { control, promise, ...verdict };
}

function startVerdict({ facts, obstacles }: JudgedLaunch): Verdict {
  const keeper = facts.podman.known ? `Podman ${facts.podman.value}` : "Podman";
  const [first] = obstacles;
  if (first !== undefined) {
    return broken(
      "Paddock, which refuses to start",
      obstacles.map(({ message }) => message).join(" "),
      first.fix,
    );
  }
  return facts.engine.known ? kept(keeper) : undecided(keeper, facts.engine.why, "podman info");
}

function verdictOf(control: Control, launch: JudgedLaunch): Verdict {
  const { policy, facts } = launch;
  const { id, expected } = control;
  if (isLimit(id)) return capVerdict({ id, flags: control.flags }, launch);
  switch (expected.kind) {
    case "own-kernel":
    case "memory":
    case "cpus":
    case "processes":
      return machineVerdict(facts);
    case "user":
    case "groups":
    case "no-new-privileges":
      return isVm(policy) ? BY_ENTRYPOINT : runtimeVerdict(launch);
    case "capabilities":
      return isVm(policy) ? BY_ENTRYPOINT : runtimeVerdict(launch, "CAP");
    case "seccomp":
      return seccompVerdict(launch);
    case "tmpfs":
      return tmpfsVerdict(expected, launch);
    case "read-only-root":
    case "mount":
    case "other-mounts":
    case "devices":
    case "environment":
      return runtimeVerdict(launch);
    case "reach":
      return networkVerdict(expected, launch);
  }
}

// In a guest the first process is root with every capability, whatever the label says.
const BY_ENTRYPOINT: Verdict = {
  state: "image",
  keeper: "the image's entrypoint, in the guest: `paddock prove` measures it",
};

function seccompVerdict(launch: JudgedLaunch): Verdict {
  const { engine } = launch.facts;
  if (engine.known && !engine.value.seccomp) {
    return broken("kernel", "this kernel filters no system calls", "Use a kernel with seccomp");
  }
  return runtimeVerdict(launch, "SECCOMP");
}

function capVerdict(control: Parameters<typeof limitVerdict>[0], launch: JudgedLaunch): Verdict {
  const { policy, facts } = launch;
  const runtime = krunVerdict(facts);
  // The machine's own caps come and go with krun; its monitor's number of processes does not.
  if (isVm(policy) && control.id !== "processes" && runtime.state !== "kept") return runtime;
  const krunVersion = facts.krun?.known === true ? facts.krun.value.version : undefined;
  return limitVerdict(control, policy, { cgroups: facts.cgroups, krunVersion });
}

import { randomBytes } from "node:crypto";
import { promisedControls } from "../control/promised-controls.ts";
import type { Host } from "../host/host.ts";
import type { PlannedLaunch } from "../launch/launch.ts";
import { judgeControl } from "./judge/judge-control.ts";
import { openTargets } from "./open-targets.ts";
import { notMeasurable } from "./outcome.ts";
import type { Proof } from "./outcome.ts";
import { planTargets } from "./plan-targets.ts";
import type { NamedTarget, PlannedTarget } from "./plan-targets.ts";
import { probeWords, triedPlaces } from "./probe-words.ts";
import { gatherSurroundings } from "./gather.ts";
import { runProbe } from "./run-probe.ts";

export interface ProveOptions {
  readonly named: readonly NamedTarget[];
  /** Told what will be connected to, from this machine and from the sandbox, before it is. */
  readonly onTargets: (targets: readonly PlannedTarget[]) => void;
}

/** Starts a prepared launch with the probe in place of its command and holds each promise of its policy against what it measures. */
export async function prove(
  host: Host,
  launch: PlannedLaunch,
  options: ProveOptions,
): Promise<readonly Proof[]> {
  const { policy } = launch.plan;
  const controls = promisedControls(policy);
  const machine = await host.connections.addresses();
  const planned = planTargets(host, controls, machine, options.named);
  options.onTargets(planned);
  const name = `.paddock-probe-${randomBytes(8).toString("hex")}`;
  const canary = randomBytes(16).toString("hex");
  const { targets, close } = await openTargets(host, planned, canary);
  try {
    const words = probeWords({ controls, targets, name, canary });
    const measured = await runProbe(host, launch, { words, canary });
    if (measured.kind === "failed") {
      return controls.map((control) => ({ control, outcome: notMeasurable(measured.why) }));
    }
    const places = triedPlaces(controls);
    const around = await gatherSurroundings(host, policy, { ...measured, targets, places });
    return controls.map((control) => ({ control, outcome: judgeControl(control, around) }));
  } finally {
    close();
  }
}

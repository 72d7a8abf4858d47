import { randomBytes } from "node:crypto";
import type { Control } from "../control/control.ts";
import { promisedControls } from "../control/promised-controls.ts";
import type { ProxyRecord } from "../egress/proxy/context.ts";
import type { Host } from "../host/host.ts";
import type { PlannedLaunch } from "../launch/launch.ts";
import { ENVIRONMENT_FOLDER } from "../launch/egress/environment-folder.ts";
import type { JudgedEgress } from "../launch/egress/judged-egress.ts";
import { egressControls, egressWords } from "./egress/egress-controls.ts";
import type { EgressControl } from "./egress/egress-controls.ts";
import { judgeEgress } from "./egress/judge-egress.ts";
import { stageHosts } from "./egress/staged-hosts.ts";
import { judgeControl } from "./judge/judge-control.ts";
import { openTargets } from "./open-targets.ts";
import { notMeasurable } from "./outcome.ts";
import type { Proof } from "./outcome.ts";
import { planTargets } from "./plan-targets.ts";
import type { NamedTarget, PlannedTarget } from "./plan-targets.ts";
import { probeWords, triedPlaces } from "./probe/probe-words.ts";
import { gatherSurroundings } from "./gather.ts";
import { runProbe } from "./probe/run-probe.ts";
import type { Measured, ProbeRun } from "./probe/run-probe.ts";

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
  const { policy, egress } = launch.plan;
  const listed = egress?.proxy === true ? egressControls(egress.list) : [];
  const controls = promisedControls(policy).map((control) => withGuardMount(control, egress));
  const machine = await host.connections.addresses();
  const planned = planTargets(host, controls, machine, options.named);
  options.onTargets([...planned, ...listed.flatMap(announced)]);
  const name = `.paddock-probe-${randomBytes(8).toString("hex")}`;
  const canary = randomBytes(16).toString("hex");
  const { targets, close } = await openTargets(host, planned, canary);
  try {
    const words = [...probeWords({ controls, targets, name, canary }), ...egressWords(listed)];
    const seen: ProxyRecord[] = [];
    const observe = (record: ProxyRecord): void => void seen.push(record);
    const measured = await measure(host, launch, { words, canary, observe });
    if (measured.kind === "failed") {
      const outcome = notMeasurable(measured.why);
      return [...controls, ...listed].map((control) => ({ control, outcome }));
    }
    const places = triedPlaces(controls);
    const around = await gatherSurroundings(host, policy, { ...measured, targets, places });
    return [
      ...controls.map((control) => ({ control, outcome: judgeControl(control, around) })),
      ...listed.map((control) => ({
        control,
        outcome: judgeEgress(control, measured.report, seen),
      })),
    ];
  } finally {
    close();
  }
}

interface Measurement extends ProbeRun {
  /** Told what the sandbox's own proxy decides. */
  readonly observe: (record: ProxyRecord) => void;
}

// A list is tried at hosts of the proof's own too.
async function measure(
  host: Host,
  launch: PlannedLaunch,
  { observe, ...run }: Measurement,
): Promise<Measured> {
  const { plan } = launch;
  if (plan.egress?.proxy !== true) return await runProbe(host, launch, run);
  const staged = await stageHosts(host, plan.egress);
  try {
    const guarded = { ...launch, plan: { ...plan, egress: { ...staged.egress, observe } } };
    return await runProbe(staged.host, guarded, run);
  } finally {
    await staged.close();
  }
}

// What a launch shows the sandbox beside the label's own mounts.
function withGuardMount(control: Control, egress: JudgedEgress | undefined): Control {
  const { expected } = control;
  if (expected.kind !== "other-mounts" || (egress?.ports.length ?? 0) === 0) return control;
  return {
    ...control,
    expected: { ...expected, places: [...expected.places, ENVIRONMENT_FOLDER] },
  };
}

// Only an allowed host is connected to: what is denied ends at the proxy.
function announced({ expected }: EgressControl): readonly PlannedTarget[] {
  if (!expected.allowed) return [];
  const { hostname } = new URL(expected.url);
  return [{ place: "internet", address: hostname, port: 443, protocol: "tcp" }];
}

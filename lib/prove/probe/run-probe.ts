import type { Host } from "../../host/host.ts";
import type { Finished } from "../../host/process/processes.ts";
import { guardOf } from "../../launch/egress/guard-of.ts";
import type { PlannedLaunch } from "../../launch/launch.ts";
import { realPathFinder } from "../../launch/plan/judge-launch.ts";
import { requireSamePlaces } from "../../launch/workspace/same-places.ts";
import { withFlag, withOnlyCommand, withoutTty } from "../../policy/edit.ts";
import { isVm } from "../../policy/is-vm.ts";
import { printable } from "../../printable.ts";
import { lookFromOutside } from "../outside.ts";
import { PROBE } from "./probe-words.ts";
import { FIRST_LINE, readReport } from "./report.ts";
import type { Report } from "./report.ts";
import type { Outside } from "../surroundings.ts";

const PATIENCE_MS = 120_000;

export type Measured =
  | { readonly kind: "measured"; readonly report: Report; readonly outside: Outside | undefined }
  | { readonly kind: "failed"; readonly why: string };

export interface ProbeRun {
  readonly words: readonly string[];
  /** In variables of Podman's own: none of them may reach the sandbox. */
  readonly canary: string;
}

/** Starts a launch with the probe in place of its command and reads its report; nothing of it is left. */
export async function runProbe(
  host: Host,
  { podman, plan }: PlannedLaunch,
  { words, canary }: ProbeRun,
): Promise<Measured> {
  const { settings, files, processes } = host;
  requireSamePlaces(plan.places, realPathFinder(files));
  const directory = settings.runtimeDirectory ?? settings.stateDirectory;
  const idFile = `${directory}/paddock-${process.pid}-${process.hrtime.bigint()}.id`;
  const pidFile = `${idFile}.pid`;
  files.makePrivateDirectory(directory);
  const guard = await guardOf(host, plan, `${idFile}.s`);
  const own = withOnlyCommand(withoutTty(guard?.argv ?? plan.argv), words);
  const vm = isVm(plan.policy);
  const flags = [`--cidfile=${idFile}`, ...(vm ? [`--pidfile=${pidFile}`] : [])];
  const argv = [podman, ...withFlag(own, flags).slice(1)];
  let isGone = false;
  let outside: Outside | undefined;
  const look = (): void => {
    if (vm) outside ??= lookFromOutside(files, files.readText(pidFile));
  };
  try {
    const ended = await processes.run(argv, {
      onLine: look,
      environment: { PADDOCK_CANARY: canary, no_proxy: `${canary}.invalid` },
      timeoutMs: PATIENCE_MS,
    });
    const report = readReport(ended.stdout);
    isGone = report !== undefined && plan.policy.remove;
    if (report !== undefined) return { kind: "measured", report, outside };
    return { kind: "failed", why: whyNoReport(ended) };
  } finally {
    const id = files.readText(idFile)?.trim() ?? "";
    if (!isGone && isId(id))
      await processes.run([podman, "rm", "--force", "--time=0", "--ignore", id]);
    files.remove(idFile);
    files.remove(pidFile);
    await guard?.close();
  }
}

function isId(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

function whyNoReport({ status, stdout, stderr }: Finished): string {
  const [last = ""] = stderr.trim().split("\n").slice(-1);
  // podman-run(1): the image has no such command.
  if (status === 127) {
    return `the image has no ${PROBE}: copy profiles/base/probe.sh there, or build on the base`;
  }
  if (/^paddock-probe \d+\r?\n/.test(stdout) && !stdout.startsWith(FIRST_LINE)) {
    return `the image has the ${PROBE} of another Paddock: copy profiles/base/probe.sh there again`;
  }
  return `the probe gave no whole report (status ${status}): ${printable(last) || "no reason given"}`;
}

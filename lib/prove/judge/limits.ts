import { sizeInWords } from "../../control/byte-size.ts";
import type { Bound } from "../../control/control.ts";
import { broken, holds, notEnforced, notMeasurable } from "../outcome.ts";
import type { Outcome } from "../outcome.ts";
import { only, onlyNumber } from "../probe/report.ts";
import type { Surroundings } from "../surroundings.ts";

const UNSAID = "the probe did not say it";

export function judgeKernel({ report, host }: Surroundings): Outcome {
  const release = only(report, "release", /^\S+$/);
  const bootId = only(report, "boot-id", /^[0-9a-f-]{36}$/);
  if (release === undefined || bootId === undefined) return notMeasurable(UNSAID);
  if (release === host.release || bootId === host.bootId) {
    return broken(`the kernel is this machine's, ${release}`);
  }
  return holds(`${release}; this machine's is ${host.release}`);
}

export function judgeMemory(most: number, around: Surroundings): Outcome {
  const { report, vm } = around;
  if (vm) {
    const kibibytes = onlyNumber(report, "memory-kib");
    if (kibibytes === undefined) return notMeasurable(UNSAID);
    const bytes = kibibytes * 1024;
    if (bytes <= most) return holds(`${sizeInWords(bytes)} in the guest`);
    return gapOr(around, `${sizeInWords(bytes)} in the guest`);
  }
  const cap = readCap(around, "memory.max", "memory");
  if (typeof cap !== "number") return cap;
  if (!(cap <= most)) return broken(`the cap is ${sizeInWords(cap)}`);
  const tried = report.get("memory-events")?.[0];
  if (tried === undefined) return holds(`a cap of ${sizeInWords(cap)}`);
  const reached = /\b(?:max|oom_kill) [1-9]/.test(tried);
  return reached
    ? holds(`a cap of ${sizeInWords(cap)}, reached`)
    : broken(`more than ${sizeInWords(most)} could be held`);
}

// A busy machine gives less, and the kernel counts in steps of a tenth of a second.
const MARGIN = 1.5;

export function judgeProcessors(most: number, around: Surroundings): Outcome {
  const { report, vm } = around;
  if (vm) {
    const count = onlyNumber(report, "processors");
    if (count === undefined) return notMeasurable(UNSAID);
    if (count <= most) return holds(`${count} in the guest`);
    return gapOr(around, `${count} in the guest`);
  }
  const text = only(report, "cpu.max", /^(?:absent|(?:max|\d+) \d+)$/);
  if (text === undefined) return notMeasurable(UNSAID);
  if (text === "absent") return notEnforced("no cgroup delegation for cpu");
  const [quota, period] = text.split(" ").map(Number);
  const cap = (quota ?? Number.NaN) / (period ?? Number.NaN);
  if (Number.isNaN(cap)) return broken("no cap is set");
  if (!(cap <= most)) return broken(`the cap is ${cap}`);
  const burned = only(report, "burned", /^\d+ \d+$/)
    ?.split(" ")
    .map(Number);
  const [used = 0, elapsed = 0] = burned ?? [];
  if (elapsed > 0 && used / elapsed > most * MARGIN) {
    return broken(`${(used / elapsed).toFixed(1)} processors could be used`);
  }
  return holds(`a cap of ${cap}`);
}

export function judgeProcesses(
  { most, of }: { readonly most: number; readonly of: Bound },
  around: Surroundings,
): Outcome {
  if (of === "monitor") {
    if (around.outside === undefined) return notMeasurable("the monitor was not found");
    return capOfMonitor(around.outside.processes, most);
  }
  const cap = readCap(around, "pids.max", "pids");
  if (typeof cap !== "number") return cap;
  if (!(cap <= most)) return broken(`the cap is ${cap}`);
  const [started, tried] = only(around.report, "forked", /^\d+ of \d+$/)?.split(" of ") ?? [];
  if (started === undefined) return holds(`a cap of ${cap}`);
  return Number(started) < Number(tried)
    ? holds(`a cap of ${cap}, reached after ${started}`)
    : broken(`${started} could be started`);
}

function capOfMonitor(text: string | undefined, most: number): Outcome {
  if (text === undefined) return notEnforced("no cgroup delegation for pids");
  if (!/^\d+$/.test(text)) return broken("no cap is set");
  return Number(text) <= most ? holds(`a cap of ${text}`) : broken(`the cap is ${text}`);
}

/** The cap that a file of the sandbox's control group says, or why there is none. */
function readCap({ report }: Surroundings, file: string, controller: string): number | Outcome {
  const text = only(report, file, /^(?:absent|max|\d+)$/);
  if (text === undefined) return notMeasurable(UNSAID);
  if (text === "absent") return notEnforced(`no cgroup delegation for ${controller}`);
  return text === "max" ? broken("no cap is set") : Number(text);
}

function gapOr({ ignored }: Surroundings, measured: string): Outcome {
  return ignored === undefined ? broken(measured) : notEnforced(`${ignored} (${measured})`);
}

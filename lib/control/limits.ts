import { isVm } from "../policy/is-vm.ts";
import type { Policy } from "../policy/policy.ts";
import { byteSize, sizeInWords } from "./byte-size.ts";
import type { Control } from "./control.ts";

/** The kernel, memory, processors and processes that a launch is to have. A limit of 0 or less is none, as Podman has it. */
export function limitControls(policy: Policy): readonly Control[] {
  return [...kernel(policy), ...memory(policy), ...cpus(policy), ...processes(policy)];
}

function kernel(policy: Policy): readonly Control[] {
  if (!isVm(policy)) return [];
  return [
    {
      id: "kernel",
      promise: "runs on a kernel of its own, in a virtual machine",
      flags: [`--runtime=${policy.runtime ?? ""}`],
      expected: { kind: "own-kernel" },
    },
  ];
}

interface Limit {
  readonly flags: readonly string[];
  readonly most: number;
}

function memory(policy: Policy): readonly Control[] {
  const ram = annotation(policy, "krun.ram_mib");
  const flag = limitOf(policy, "memory");
  const limit: Limit | undefined =
    ram !== undefined
      ? { flags: [`--annotation=krun.ram_mib=${ram}`], most: numberOf(ram) * 1024 ** 2 }
      : flag === undefined
        ? undefined
        : { flags: [`--memory=${flag}`], most: byteSize(flag) };
  if (limit === undefined || limit.most <= 0) return [];
  const promise = `has no more than ${sizeInWords(limit.most)} of memory`;
  return [
    { id: "memory", promise, flags: limit.flags, expected: { kind: "memory", most: limit.most } },
  ];
}

const PERIOD_US = 100_000;

function cpus(policy: Policy): readonly Control[] {
  const limit = cpuLimit(policy);
  if (limit === undefined || limit.most <= 0) return [];
  const promise = `uses no more than ${limit.most} ${limit.most === 1 ? "processor" : "processors"}`;
  return [
    { id: "cpus", promise, flags: limit.flags, expected: { kind: "cpus", most: limit.most } },
  ];
}

function cpuLimit(policy: Policy): Limit | undefined {
  const virtual = annotation(policy, "krun.cpus");
  if (virtual !== undefined) {
    return { flags: [`--annotation=krun.cpus=${virtual}`], most: numberOf(virtual) };
  }
  const whole = limitOf(policy, "cpus");
  if (whole !== undefined) return { flags: [`--cpus=${whole}`], most: numberOf(whole) };
  const [quota, period] = [limitOf(policy, "cpu-quota"), limitOf(policy, "cpu-period")];
  if (quota === undefined) return undefined;
  return {
    flags: [`--cpu-quota=${quota}`, ...(period === undefined ? [] : [`--cpu-period=${period}`])],
    most: numberOf(quota) / (period === undefined ? PERIOD_US : numberOf(period)),
  };
}

function processes(policy: Policy): readonly Control[] {
  const limit = limitOf(policy, "pids-limit");
  if (limit === undefined || numberOf(limit) <= 0) return [];
  const most = numberOf(limit);
  const of = isVm(policy) ? "monitor" : "sandbox";
  const whose = of === "monitor" ? "the virtual machine's monitor" : "it";
  return [
    {
      id: "processes",
      promise: `no more than ${most} processes and threads in ${whose}`,
      flags: [`--pids-limit=${limit}`],
      expected: { kind: "processes", most, of },
    },
  ];
}

// Only a VM reads krun's annotations.
function annotation(policy: Policy, name: string): string | undefined {
  if (!isVm(policy)) return undefined;
  return policy.annotations.findLast((setting) => setting.name === name)?.value;
}

function limitOf(policy: Policy, flag: string): string | undefined {
  return policy.limits.findLast((limit) => limit.flag === flag)?.value;
}

function numberOf(text: string): number {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

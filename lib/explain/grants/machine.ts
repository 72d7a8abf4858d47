import type { Policy } from "../../policy/policy.ts";
import { grant } from "../row.ts";
import type { Grant } from "../row.ts";
import { readSize, sizeInWords } from "./sizes.ts";

/** Whether the sandbox is a virtual machine with a kernel of its own. */
export function isMachine({ runtime = "" }: Pick<Policy, "runtime">): boolean {
  return /(?:^|\/)krun$/.test(runtime);
}

/** The sandbox itself: its kernel, and what it may use up of this machine. */
export function machineGrants(policy: Policy): Grant[] {
  return [
    kernel(policy),
    memory(policy),
    processors(policy),
    processes(policy),
    ...annotations(policy),
    ...otherLimits(policy),
  ];
}

function kernel(policy: Policy): Grant {
  const { runtime } = policy;
  const common = { key: "kernel", topic: "sandbox", flags: ["runtime"] } as const;
  if (isMachine(policy)) {
    const text = `a microVM with a kernel of its own (${runtime})`;
    return grant({ ...common, text, members: runtime === "krun" ? [] : [`runtime ${runtime}`] });
  }
  const name = runtime ?? "the runtime that Podman is set to";
  const text = `a container that shares this machine's kernel (${name})`;
  return grant({ ...common, text, members: ["this machine's kernel", `runtime ${runtime}`] });
}

function memory(policy: Policy): Grant {
  const common = { key: "memory", topic: "sandbox", flags: ["memory", "annotation"] } as const;
  const mib = isMachine(policy) ? annotation(policy, "krun.ram_mib") : undefined;
  if (mib !== undefined) {
    return grant({ ...common, text: `${mib} MiB of memory`, level: amount(Number(mib) * 2 ** 20) });
  }
  const limit = lastLimit(policy, "memory");
  if (limit === undefined || readSize(limit) === 0) {
    return isMachine(policy)
      ? grant({ ...common, text: "as much memory as krun gives by default", exact: "default" })
      : grant({ ...common, text: "memory without a limit", level: Number.MAX_VALUE });
  }
  const level = amount(readSize(limit) ?? Number.NaN);
  return grant({ ...common, text: `at most ${sizeInWords(limit)} of memory`, level });
}

function processors(policy: Policy): Grant {
  const flags = ["cpus", "annotation"];
  const common = { key: "processors", topic: "sandbox", flags } as const;
  const own = isMachine(policy) ? annotation(policy, "krun.cpus") : undefined;
  const share = lastLimit(policy, "cpus");
  const limit = share === undefined || Number(share) === 0 ? undefined : share;
  const cap = limit === undefined ? "" : `at most ${limit} of this machine's processors`;
  const level = limit === undefined ? Number.MAX_VALUE : amount(Number(limit));
  if (isMachine(policy)) {
    const text =
      own === undefined
        ? "as many processors as krun gives by default"
        : `${own} ${Number(own) === 1 ? "processor" : "processors"}`;
    const inside = `${text}${cap && `, ${cap}`}`;
    // A cap outside and a count inside: one of them may rise while the other falls.
    return grant({
      ...common,
      text: inside,
      ...(own === undefined || limit ? { exact: inside } : { level: amount(Number(own)) }),
    });
  }
  return grant({ ...common, text: cap || "processors without a limit", level });
}

// Podman's own default (containers.conf, pids_limit).
const DEFAULT_PROCESSES = 2048;

function processes(policy: Policy): Grant {
  const common = { key: "processes", topic: "sandbox", flags: ["pids-limit"] } as const;
  const limit = lastLimit(policy, "pids-limit");
  const count = limit === undefined ? DEFAULT_PROCESSES : Number(limit);
  const whose = isMachine(policy)
    ? " of the VM's monitor; those inside the VM are not counted"
    : "";
  if (count === 0 || count === -1) {
    return grant({
      ...common,
      text: `processes${whose && ` of the VM's monitor`} without a limit`,
      level: Number.MAX_VALUE,
    });
  }
  const byDefault = limit === undefined ? " (Podman's default)" : "";
  return grant({
    ...common,
    text: `at most ${count} processes${byDefault}${whose}`,
    level: amount(count),
  });
}

// What is no number is compared with nothing but itself, and never counts as less.
function amount(value: number): number {
  return Number.isFinite(value) && value >= 0 ? value : Number.MAX_VALUE;
}

const KNOWN_ANNOTATIONS: ReadonlySet<string> = new Set(["krun.ram_mib", "krun.cpus"]);

function annotations(policy: Policy): Grant[] {
  const vm = isMachine(policy);
  const shown = policy.annotations.filter(({ name }) => !vm || !KNOWN_ANNOTATIONS.has(name));
  return shown.map(({ name, value = "" }) =>
    grant({
      key: `annotation ${name}`,
      topic: "sandbox",
      text:
        vm && name === "krun.use_passt"
          ? `the VM's network goes through passt (krun.use_passt=${value})`
          : `the note ${name}=${value} for ${name.startsWith("krun.") && !vm ? "krun, which is not used here" : "the runtime and its hooks"}`,
      flags: ["annotation"],
      exact: value,
      without: "unclear",
    }),
  );
}

/** Every limit beside those that have a row of their own. */
function otherLimits({ limits }: Policy): Grant[] {
  const own = new Set(["memory", "cpus", "pids-limit"]);
  return limits
    .filter(({ flag }) => !own.has(flag))
    .map(({ flag, value }) =>
      grant({
        key: `limit ${flag}`,
        topic: "sandbox",
        text: `${LIMIT_WORDS[flag] ?? flag}: ${flag === "shm-size" ? sizeInWords(value) : value}`,
        flags: [flag],
        exact: value,
        without: flag.startsWith("shm") ? "unclear" : "wider",
      }),
    );
}

const LIMIT_WORDS: Readonly<Record<string, string>> = {
  "memory-reservation": "memory that it is pressed back to when this machine runs short",
  "memory-swap": "memory and swap together",
  "memory-swappiness": "how readily its memory is swapped out (0 to 100)",
  "cpu-period": "period of its processor quota, in microseconds",
  "cpu-quota": "processor time in each period, in microseconds",
  "cpu-rt-period": "period of real-time scheduling, in microseconds",
  "cpu-rt-runtime": "real-time processor time in each period, in microseconds",
  "cpu-shares": "its share of processors when they are short",
  "cpuset-cpus": "the processors that it runs on",
  "cpuset-mems": "the memory nodes that it uses",
  ulimit: "limits of each process (ulimit)",
  "shm-size": "shared memory (/dev/shm)",
  "shm-size-systemd": "memory for systemd's own mounts",
  "blkio-weight": "its share of the disk when it is short",
  "blkio-weight-device": "its share of one disk when it is short",
  "device-read-bps": "bytes a second read from a disk",
  "device-read-iops": "reads a second from a disk",
  "device-write-bps": "bytes a second written to a disk",
  "device-write-iops": "writes a second to a disk",
};

function annotation({ annotations: all }: Policy, name: string): string | undefined {
  return all.findLast((setting) => setting.name === name)?.value;
}

function lastLimit({ limits }: Policy, flag: string): string | undefined {
  return limits.findLast((limit) => limit.flag === flag)?.value;
}

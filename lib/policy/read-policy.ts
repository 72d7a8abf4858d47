import { parseRun } from "./argv/argv.ts";
import { type FlagValues, flagValues } from "./argv/flag-values.ts";
import { type Mount } from "./mounts/mount.ts";
import { type FlagValue, type Network, type Policy, type Setting } from "./policy.ts";
import { readMount, readTmpfs, readVolume } from "./mounts/read-mounts.ts";

/**
 * What a `podman run` argv grants, read as Podman reads it; nothing is dropped.
 * @throws PaddockError("refused") for another program or subcommand, PaddockError("argv-invalid") for an unknown flag or a value that cannot be read.
 */
export function readPolicy(argv: readonly string[]): Policy {
  const run = parseRun(argv);
  const flags = flagValues(run);
  return {
    image: run.image,
    command: run.command,
    ...readReach(flags),
    ...readConfinement(flags),
    ...readSession(flags),
    limits: readLimits(flags),
    // The last, because it holds what none of the above asked for.
    other: flags.rest(),
  };
}

type Reach = Pick<
  Policy,
  "rootfs" | "networks" | "ports" | "mounts" | "volumesFrom" | "devices" | "environment" | "pull"
>;

function readReach(flags: FlagValues): Reach {
  return {
    rootfs: flags.isOn("rootfs"),
    networks: flags.all("network").flatMap(readNetworks),
    ports: { published: flags.all("publish"), all: flags.isOn("publish-all") },
    mounts: readMounts(flags),
    volumesFrom: flags.all("volumes-from"),
    devices: {
      paths: flags.all("device"),
      gpus: flags.all("gpus"),
      cgroupRules: flags.all("device-cgroup-rule"),
    },
    environment: {
      set: flags.all("env").map(readSetting),
      files: flags.all("env-file"),
      host: flags.isOn("env-host"),
      httpProxy: flags.isOn("http-proxy", true),
    },
    pull: flags.last("pull"),
  };
}

type Confinement = Pick<
  Policy,
  | "runtime"
  | "annotations"
  | "privileged"
  | "capabilities"
  | "security"
  | "readOnlyRoot"
  | "readOnlyTmpfs"
  | "user"
  | "userns"
  | "groups"
  | "namespaces"
>;

function readConfinement(flags: FlagValues): Confinement {
  return {
    runtime: flags.last("runtime"),
    annotations: flags.all("annotation").map(readSetting),
    privileged: flags.isOn("privileged"),
    capabilities: {
      drop: flags.all("cap-drop").map(capability),
      add: flags.all("cap-add").map(capability),
    },
    security: flags.all("security-opt").map(readSecurityOption),
    readOnlyRoot: flags.isOn("read-only"),
    readOnlyTmpfs: flags.isOn("read-only-tmpfs", true),
    user: flags.last("user"),
    userns: flags.last("userns"),
    groups: flags.all("group-add"),
    namespaces: {
      pid: flags.last("pid"),
      ipc: flags.last("ipc"),
      uts: flags.last("uts"),
      cgroupns: flags.last("cgroupns"),
    },
  };
}

type Session = Omit<
  Policy,
  keyof Reach | keyof Confinement | "image" | "command" | "limits" | "other"
>;

function readSession(flags: FlagValues): Session {
  return {
    terminal: { tty: flags.isOn("tty"), interactive: flags.isOn("interactive") },
    detach: flags.isOn("detach"),
    detachKeys: flags.last("detach-keys"),
    name: flags.last("name"),
    replace: flags.isOn("replace"),
    remove: flags.isOn("rm"),
    removeImage: flags.isOn("rmi"),
    labels: flags.all("label").map(readSetting),
    workdir: flags.last("workdir"),
    entrypoint: flags.last("entrypoint"),
    hostname: flags.last("hostname"),
    init: flags.isOn("init"),
    stopSignal: flags.last("stop-signal"),
    stopTimeout: flags.last("stop-timeout"),
    timeout: flags.last("timeout"),
  };
}

const LIMITS = [
  "memory",
  "memory-reservation",
  "memory-swap",
  "memory-swappiness",
  "cpus",
  "cpu-period",
  "cpu-quota",
  "cpu-rt-period",
  "cpu-rt-runtime",
  "cpu-shares",
  "cpuset-cpus",
  "cpuset-mems",
  "pids-limit",
  "ulimit",
  "shm-size",
  "shm-size-systemd",
  "blkio-weight",
  "blkio-weight-device",
  "device-read-bps",
  "device-read-iops",
  "device-write-bps",
  "device-write-iops",
] as const;

function readLimits(flags: FlagValues): FlagValue[] {
  return LIMITS.flatMap((flag) => flags.all(flag).map((value) => ({ flag, value })));
}

function readMounts(flags: FlagValues): Mount[] {
  return [
    ...flags.all("volume").map(readVolume),
    ...flags.all("mount").map(readMount),
    ...flags.all("tmpfs").map(readTmpfs),
  ];
}

/** `MODE[:OPTION,...]`, `ns:PATH`, `container:NAME`, or a plain list of networks. */
function readNetworks(text: string): Network[] {
  const colon = text.indexOf(":");
  if (colon === -1) return text.split(",").map((mode) => ({ mode, options: [] }));
  const mode = text.slice(0, colon);
  const rest = text.slice(colon + 1);
  if (mode === "ns" || mode === "container") return [{ mode, options: [], target: rest }];
  return [{ mode, options: rest.split(",") }];
}

function readSetting(text: string): Setting {
  const equals = text.indexOf("=");
  return equals === -1
    ? { name: text }
    : { name: text.slice(0, equals), value: text.slice(equals + 1) };
}

// Podman takes `name:value` as well, where there is no `=`.
function readSecurityOption(text: string): Setting {
  return readSetting(text.includes("=") ? text : text.replace(":", "="));
}

function capability(text: string): string {
  return text.toUpperCase().replace(/^CAP_/, "");
}

import { isVm } from "../policy/is-vm.ts";
import type { Mount } from "../policy/mounts/mount.ts";
import type { Policy } from "../policy/policy.ts";
import { byteSize, sizeInWords } from "./byte-size.ts";
import type { Control } from "./control.ts";

/** What the sandbox can write, execute and see: its root, its mounts, its devices, its environment. */
export function placeControls(policy: Policy): readonly Control[] {
  return [
    ...readOnlyRoot(policy),
    ...policy.mounts.flatMap((mount) => mountControl(mount, isVm(policy))),
    ...otherMounts(policy),
    ...devices(policy),
    ...environment(policy),
  ];
}

function readOnlyRoot(policy: Policy): readonly Control[] {
  if (!policy.readOnlyRoot) return [];
  return [
    {
      id: "read-only-root",
      promise: "cannot write its root file system",
      flags: ["--read-only"],
      expected: { kind: "read-only-root" },
    },
  ];
}

const RESTRICTIONS: ReadonlySet<string> = new Set(["noexec", "nosuid", "nodev"]);

function mountControl(mount: Mount, vm: boolean): readonly Control[] {
  const { destination } = mount;
  if (destination === undefined) return [];
  const options = mount.options.filter((option) => RESTRICTIONS.has(option));
  const flags = [`--${mount.flag}=${mount.text}`];
  if (mount.kind === "tmpfs") return [tmpfs(mount, { destination, options, vm })];
  const { readOnly } = mount;
  const mode = readOnly ? "is read-only" : "can be written";
  return [
    {
      id: `mount:${destination}`,
      promise: [`${destination} ${mode}`, ...options].join(", "),
      flags,
      expected: { kind: "mount", readOnly, options },
    },
  ];
}

interface TmpfsFacts {
  readonly destination: string;
  readonly options: readonly string[];
  readonly vm: boolean;
}

function tmpfs(mount: Mount, { destination, options, vm }: TmpfsFacts): Control {
  // --mount spells it tmpfs-size.
  const written = mount.options.findLast((option) => /^(?:tmpfs-)?size=/.test(option));
  // krun ignores it: in a guest the machine's memory is the cap.
  const size = written === undefined || vm ? undefined : byteSize(written.replace(/^.*?=/, ""));
  const words = size === undefined ? [] : [`at most ${sizeInWords(size)}`];
  return {
    id: `tmpfs:${destination}`,
    promise: [`${destination} is in memory`, ...words, ...options].join(", "),
    flags: [`--${mount.flag}=${mount.text}`],
    expected: { kind: "tmpfs", options, ...(size === undefined ? {} : { size }) },
  };
}

// A guest sees one file system, with whatever the monitor has mounted in it; a glob's places are not known beforehand.
function otherMounts(policy: Policy): readonly Control[] {
  const unknown = policy.mounts.some(({ destination }) => destination === undefined);
  if (isVm(policy) || policy.privileged || policy.volumesFrom.length > 0 || unknown) return [];
  return [
    {
      id: "other-mounts",
      promise: "nothing is mounted from the host but what the label names",
      flags: [],
      expected: {
        kind: "other-mounts",
        places: policy.mounts.flatMap(({ destination }) => destination ?? []),
      },
    },
  ];
}

// A guest's devices are its virtual machine's, none of the host's.
function devices(policy: Policy): readonly Control[] {
  const { paths, gpus, cgroupRules } = policy.devices;
  if (isVm(policy) || policy.privileged || gpus.length > 0 || cgroupRules.length > 0) return [];
  const added = paths.map((text) => {
    const [from = text, to] = text.split(":");
    return to?.startsWith("/") === true ? to : from;
  });
  return [
    {
      id: "devices",
      promise:
        added.length === 0
          ? "sees no device of the host"
          : `sees no device of the host but ${added.join(", ")}`,
      flags: paths.map((path) => `--device=${path}`),
      expected: { kind: "devices", added },
    },
  ];
}

function environment(policy: Policy): readonly Control[] {
  const { host, httpProxy } = policy.environment;
  if (host) return [];
  return [
    {
      id: "environment",
      promise: httpProxy
        ? "gets no variable of the host but the proxies'"
        : "gets no variable of the host, the proxies' included",
      flags: httpProxy ? [] : ["--http-proxy=false"],
      expected: { kind: "environment", httpProxy },
    },
  ];
}

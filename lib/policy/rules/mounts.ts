import { type Mount } from "../mounts/mount.ts";
import { type Policy } from "../policy.ts";
import { allowed, type Finding, type RuleContext } from "./finding.ts";
import { isWithin } from "../../is-within.ts";
import { globFolder, resolvePath } from "./places/paths.ts";
import { forbiddenPlace, type HostPath, hostPath, isProtected, isSystem } from "./places/place.ts";

/** What the host's files are worth: every source of `-v`, `--mount` and their kin, by its path and by what its links lead to. */
export function judgeMounts(policy: Policy, context: RuleContext): Finding[] {
  const isVm = policy.runtime !== undefined && /(?:^|\/)krun$/.test(policy.runtime);
  return policy.mounts.flatMap((mount) => [
    ...hostFolders(mount).flatMap((folder) => judgeFolder(mount, folder, context)),
    ...judgeDestination(mount),
    ...judgeAnonymous(mount, context),
    ...judgeSpelling(mount),
    ...(isVm ? judgeForVm(mount) : []),
  ]);
}

/** Where a launch tells the sandbox what it may do, and its proxy's password: nothing of a label's may stand in for that. */
const RESERVED = ["/run/paddock", "/run/paddock-proxy"].flatMap((path) => [path, `/var${path}`]);

function judgeDestination({ destination = "" }: Mount): Finding[] {
  if (!RESERVED.some((place) => isWithin(resolvePath("/", destination), place))) return [];
  return [
    {
      rule: "mount-reserved",
      severity: "error",
      message: `${destination} is where Paddock tells the sandbox of itself.`,
      fix: "Mount it at another place.",
    },
  ];
}

/** `-v $PWD` names one path, which is where an empty volume is mounted, not what is mounted. */
function judgeAnonymous(
  { kind, source, destination = "" }: Mount,
  context: RuleContext,
): Finding[] {
  const isPlaceOfHost = [context.workspace, context.home].some((place) =>
    isWithin(destination, place),
  );
  if (kind !== "volume" || source !== undefined || !isPlaceOfHost) return [];
  return [
    {
      rule: "anonymous-volume",
      severity: "warning",
      message: `${destination} alone mounts an empty volume at that path, and nothing of the host's.`,
      fix: `Write ${destination}:/PATH, with the place in the sandbox after the colon.`,
    },
  ];
}

interface HostFolder {
  readonly text: string;
  readonly writes: boolean;
}

/** The host paths that a mount opens. */
function hostFolders(mount: Mount): HostFolder[] {
  const { kind, source, options, readOnly } = mount;
  if (source === undefined) return [];
  if (kind === "bind") return [{ text: source, writes: !readOnly }];
  if (kind === "glob") return [{ text: globFolder(source), writes: !readOnly }];
  if (kind !== "overlay") return [];
  // An overlay leaves its source alone and writes to the folders that it names.
  const upper = options.filter((option) => /^(?:upperdir|workdir)=/.test(option));
  return [
    { text: source, writes: false },
    ...upper.map((option) => ({ text: option.slice(option.indexOf("=") + 1), writes: true })),
  ];
}

function judgeFolder(mount: Mount, folder: HostFolder, context: RuleContext): Finding[] {
  const host = hostPath(folder.text, context);
  const place = forbiddenPlace(host, folder.writes, context);
  const findings: Finding[] = [];
  if (place !== undefined) {
    const finding = {
      rule: place.rule,
      message: `${shown(host)} would be mounted${folder.writes ? " for writing" : ""}: ${place.what}.`,
      fix: "Mount the one folder that the sandbox needs, and not above or in such a place.",
    };
    findings.push(permitMount(finding, host, context));
  }
  return [...findings, ...judgeRelabel(mount, host, context), ...judgePropagation(mount, host)];
}

function permitMount(
  finding: Pick<Finding, "rule" | "message" | "fix">,
  host: HostPath,
  context: RuleContext,
): Finding {
  if (isProtected(host, context)) return { ...finding, severity: "error" };
  const named = { ...finding, allow: `mount=${host.path}` };
  return isAllowed(host, context) ? allowed(named) : { ...named, severity: "error" };
}

// A word allows a folder and what is in it; the links of both are followed, so that a link in it allows nothing else.
function isAllowed(host: HostPath, context: RuleContext): boolean {
  return [...context.allow]
    .filter((word) => word.startsWith("mount="))
    .map((word) => hostPath(word.slice("mount=".length), context))
    .some((granted) => isWithin(host.path, granted.path) && isWithin(host.real, granted.real));
}

function judgeRelabel(mount: Mount, host: HostPath, context: RuleContext): Finding[] {
  const change = mount.chown ? "U" : mount.relabel === "private" ? "Z" : mount.relabel && "z";
  if (change === undefined) return [];
  const place = forbiddenPlace(host, true, context);
  const spoils =
    place !== undefined && place.rule !== "mount-socket" && place.rule !== "mount-startup";
  if (spoils || isSystem(host, true, context)) {
    return [
      {
        rule: "relabel-host",
        severity: "error",
        message: `:${change} would change the labels or owners of ${shown(host)}, which the host needs as they are.`,
        fix: `Leave :${change} out there.`,
      },
    ];
  }
  if (change !== "Z" || !isWithin(host.path, context.dataHome)) return [];
  return [
    {
      rule: "relabel-private",
      severity: "warning",
      message: `:Z keeps every other sandbox out of ${host.path}, which sandboxes share.`,
      fix: "Use :z for a home that several sandboxes share.",
    },
  ];
}

function judgePropagation(mount: Mount, host: HostPath): Finding[] {
  if (mount.propagation !== "shared" && mount.propagation !== "rshared") return [];
  return [
    {
      rule: "propagation",
      severity: "warning",
      message: `What the sandbox mounts in ${host.path} would appear outside it (${mount.propagation}).`,
      fix: "Leave the propagation out, or use rslave.",
    },
  ];
}

/** What is not the host directory that it looks like. */
function judgeSpelling(mount: Mount): Finding[] {
  const { kind, source = "", flag, options } = mount;
  if (kind === "volume" && options.some((option) => option.startsWith("volume-opt"))) {
    return [
      {
        rule: "volume-options",
        severity: "error",
        message: "A volume with driver options can be any folder or device of the host.",
        fix: "Mount the folder itself with -v.",
      },
    ];
  }
  if (kind === "volume" && flag === "volume" && source !== "") {
    return [
      {
        rule: "named-volume",
        severity: "warning",
        message: `${JSON.stringify(source)} is a named volume that outlives the sandbox, not a directory.`,
        fix: `For the directory write $PWD/${source}; for the volume write --mount type=volume.`,
      },
    ];
  }
  // Podman also takes dir:PATH, oci-archive:PATH and their like for an image.
  if (kind === "image" && (/^[/.~]/.test(source) || /^[a-z-]+:.*\//.test(source))) {
    return [
      {
        rule: "mount-image",
        severity: "error",
        message: `${JSON.stringify(source)} would be mounted as an image, and is a path of the host.`,
        fix: "Name an image by its tag.",
      },
    ];
  }
  return [];
}

function judgeForVm({ kind, source = "" }: Mount): Finding[] {
  if (kind !== "bind" || !/\.(?:sock|socket)$|agent/i.test(source.split("/").at(-1) ?? ""))
    return [];
  return [
    {
      rule: "socket-krun",
      severity: "warning",
      message: `${source} looks like a socket, and a socket does not work across the border of a krun VM.`,
      fix: "Leave it out; no agent of keys belongs in a sandbox.",
    },
  ];
}

function shown({ path, real }: HostPath): string {
  return path === real ? path : `${path} (a link to ${real})`;
}

import type { Report } from "../probe/report.ts";

/** One mount as the sandbox's kernel lists it. */
export interface SeenMount {
  readonly place: string;
  readonly options: readonly string[];
  readonly type: string;
  /** The folder that is mounted, within its file system. */
  readonly from: string;
  /** The file system's device, which no other one has on this machine: `0:57`. */
  readonly device: string;
}

export function mountsSeen(report: Report): readonly SeenMount[] {
  return (report.get("mounted") ?? []).flatMap((line) => {
    const [place, options, type, from, device, ...more] = line.split(" ");
    if (place === undefined || options === undefined || type === undefined) return [];
    if (from === undefined || device === undefined || more.length > 0) return [];
    return [
      {
        place: unescapePlace(place),
        options: options.split(","),
        type,
        from: unescapePlace(from),
        device,
      },
    ];
  });
}

/** The mount that is seen at a place: the last one covers those before it. */
export function findMount(report: Report, place: string): SeenMount | undefined {
  return mountsSeen(report).findLast((mount) => mount.place === place.replace(/(?<=.)\/+$/, ""));
}

/** A path as it is: the kernel writes blanks and backslashes as octal numbers. */
export function unescapePlace(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 8)),
  );
}

const KERNEL_TYPES = new Set("proc sysfs tmpfs devpts mqueue cgroup2 cgroup devtmpfs".split(" "));
const KERNEL_TREES = /^\/(?:proc|sys|dev)(?:\/|$)/;
const PODMANS_FILES = new Set(
  "/etc/hosts /etc/hostname /etc/resolv.conf /etc/passwd /etc/group /run/.containerenv /run/podman-init /dev/init".split(
    " ",
  ),
);

/**
 * Whether Podman mounts it in every container: its root, the kernel's own trees, a few files; a volume that the image declares.
 * `hostTmpfs` holds the devices of this machine's own file systems in memory, such as /run.
 */
export function isPodmansOwn(
  { place, type, from, device }: SeenMount,
  hostTmpfs: ReadonlySet<string>,
): boolean {
  if (place === "/" || PODMANS_FILES.has(place)) return true;
  if (place === "/run/secrets" || /\/storage\/volumes\/[0-9a-f]{64}\/_data$/.test(from))
    return true;
  if (KERNEL_TREES.test(place)) return KERNEL_TYPES.has(type);
  // A tmpfs as a whole is empty memory, if it is none of this machine's; a folder of one is someone's.
  return type === "tmpfs" && from === "/" && !hostTmpfs.has(device);
}

import type { Host } from "../host.ts";
import { confText, containersConf } from "./containers-conf.ts";

/** Who makes the control group of a sandbox, and which controllers it can use there; without one a limit is dropped in silence. */
export type CgroupFacts =
  | {
      readonly kind: "v2";
      readonly manager: "systemd" | "cgroupfs";
      /** `memory`, `pids`, `cpu`, ...: those that this user may use. */
      readonly controllers: readonly string[];
      /** The folder whose controllers these are. */
      readonly place: string;
      /** Whether a systemd of the user's own runs. */
      readonly session: boolean;
    }
  | { readonly kind: "v1" }
  /** containers.conf says `cgroups = "disabled"`. */
  | { readonly kind: "disabled" }
  | { readonly kind: "unknown"; readonly why: string };

const ROOT = "/sys/fs/cgroup";

/** Reads what this machine delegates to its user: a few small files, no process. */
export function readCgroups(host: Pick<Host, "settings" | "files">): CgroupFacts {
  const { settings, files } = host;
  if (files.facts(`${ROOT}/cgroup.controllers`) === undefined) return { kind: "v1" };
  const conf = containersConf(host);
  if (confText(conf, "cgroups") === "disabled") return { kind: "disabled" };
  const { uid } = settings;
  const runtimeDirectory = settings.runtimeDirectory ?? `/run/user/${uid}`;
  // Podman falls back to cgroupfs where there is no systemd of the user's own to ask.
  const session = files.facts(`${runtimeDirectory}/systemd/private`) !== undefined;
  const bySystemd = session && confText(conf, "cgroup_manager") !== "cgroupfs";
  const place = bySystemd
    ? `${ROOT}/user.slice/user-${uid}.slice/user@${uid}.service`
    : ownGroup(host);
  const text = place && files.readText(`${place}/cgroup.controllers`);
  if (place === undefined || text === undefined) {
    return { kind: "unknown", why: `${place ?? "/proc/self/cgroup"} does not tell` };
  }
  // A group that the user may not divide gives its sandboxes no controller at all.
  const divided = bySystemd || files.may(`${place}/cgroup.subtree_control`, "write");
  const controllers = divided ? text.split(/\s+/).filter(Boolean) : [];
  return { kind: "v2", manager: bySystemd ? "systemd" : "cgroupfs", controllers, place, session };
}

function ownGroup(host: Pick<Host, "files">): string | undefined {
  const path = /^0::(?<path>\/.*)$/m.exec(host.files.readText("/proc/self/cgroup") ?? "")?.groups?.[
    "path"
  ];
  return path === undefined ? undefined : `${ROOT}${path === "/" ? "" : path}`;
}

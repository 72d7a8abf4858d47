import { errorCode } from "../host/files/error-code.ts";
import type { Files } from "../host/files/files.ts";
import { unescapePlace } from "./judge/mounts-seen.ts";
import type { Outside } from "./surroundings.ts";

/**
 * Looks at a running container from outside: what binds the monitor of a virtual machine is not seen in its guest. `pidText` is
 * what Podman wrote into its pid file; to ask Podman itself would take longer than a probe that has little to try.
 */
export function lookFromOutside(
  files: Pick<Files, "readText">,
  pidText: string | undefined,
): Outside | undefined {
  const pid = /^(?<pid>[1-9]\d*)\n?$/.exec(pidText ?? "")?.groups?.["pid"];
  if (pid === undefined) return undefined;
  const status = readLiving(files, `/proc/${pid}/status`);
  if (status === undefined) return undefined;
  const group = /^0::(?<path>\/.*)$/m.exec(readLiving(files, `/proc/${pid}/cgroup`) ?? "");
  const path = group?.groups?.["path"];
  const cap = path === undefined ? undefined : readLiving(files, `/sys/fs/cgroup${path}/pids.max`);
  const readOnly = readOnlyPlaces(readLiving(files, `/proc/${pid}/mountinfo`) ?? "");
  return { status: readStatus(status), readOnly, processes: cap?.trim() };
}

// Some of it is for the owner of the process alone, and it may end while it is looked at.
function readLiving(files: Pick<Files, "readText">, path: string): string | undefined {
  try {
    return files.readText(path);
  } catch (error) {
    if (["EACCES", "EPERM", "ESRCH", "ENODEV"].includes(errorCode(error) ?? "")) return undefined;
    throw error;
  }
}

/** The places whose last mount, which covers those before it, is read-only. */
function readOnlyPlaces(text: string): ReadonlySet<string> {
  const places = new Map<string, boolean>();
  for (const line of text.split("\n")) {
    const [, , , , place = "", options = ""] = line.split(" ");
    places.set(unescapePlace(place), options.split(",").includes("ro"));
  }
  return new Set([...places].flatMap(([place, readOnly]) => (readOnly ? place : [])));
}

function readStatus(text: string): ReadonlyMap<string, string> {
  const lines = text.split("\n").map((line) => line.split(":\t", 2));
  return new Map(lines.map(([name = "", value = ""]) => [name, value.trim()]));
}

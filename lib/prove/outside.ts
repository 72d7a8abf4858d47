import { errorCode } from "../host/files/error-code.ts";
import type { Files } from "../host/files/files.ts";
import type { Host } from "../host/host.ts";
import { unescapePlace } from "./judge/mounts-seen.ts";
import type { Outside } from "./surroundings.ts";

/** Looks at a running container from outside: what binds the monitor of a virtual machine is not seen in its guest. */
export async function lookFromOutside(
  { processes, files }: Pick<Host, "processes" | "files">,
  podman: string,
  id: string,
): Promise<Outside | undefined> {
  const answer = await processes.run([podman, "inspect", "--format={{.State.Pid}}", id]);
  const pid = /^(?<pid>[1-9]\d*)\n$/.exec(answer.stdout)?.groups?.["pid"];
  if (pid === undefined) return undefined;
  const status = readOf(files, pid, "status");
  if (status === undefined) return undefined;
  const group = /^0::(?<path>\/.*)$/m.exec(readOf(files, pid, "cgroup") ?? "");
  const path = group?.groups?.["path"];
  const cap = path === undefined ? undefined : files.readText(`/sys/fs/cgroup${path}/pids.max`);
  const readOnly = readOnlyPlaces(readOf(files, pid, "mountinfo") ?? "");
  return { status: readStatus(status), readOnly, processes: cap?.trim() };
}

// Some of it is for the owner of the process alone, and it may end while it is looked at.
function readOf(files: Pick<Files, "readText">, pid: string, name: string): string | undefined {
  try {
    return files.readText(`/proc/${pid}/${name}`);
  } catch (error) {
    if (["EACCES", "EPERM", "ESRCH"].includes(errorCode(error) ?? "")) return undefined;
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

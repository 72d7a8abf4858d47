import type { Files } from "../../host/files/files.ts";

// Where Podman looks for the program of `--init` (containers.conf, helper_binaries_dir), and Debian's place.
const PLACES = [
  "/usr/local/libexec/podman",
  "/usr/local/lib/podman",
  "/usr/libexec/podman",
  "/usr/lib/podman",
  "/usr/bin",
];

/** Whether Podman has an init program: without one, process 1 of a container ignores the signals that would end it. */
export function hasPodmanInit(files: Pick<Files, "may">): boolean {
  return PLACES.some((place) => files.may(`${place}/catatonit`, "execute"));
}

import { PaddockError } from "../../errors.ts";
import { versionText } from "../../host/podman/engine.ts";
import type { Host } from "../../host/host.ts";
import { findPodman } from "../../host/podman/podman.ts";
import { requireSubordinateIds } from "./subordinate-ids.ts";

// The first that expands $HOME in a run label.
const OLDEST = [5, 1] as const;

/** Checks what every build and launch needs of this machine and returns podman's path; starts nothing but `podman --version`, once per binary. */
export async function requireEngine(host: Host): Promise<string> {
  const { settings } = host;
  if (settings.platform !== "linux") {
    throw new PaddockError(
      "host-unready",
      `Paddock runs on Linux only, not on ${settings.platform}.`,
      {
        fix: "Start it on a Linux machine, or in a Linux virtual machine.",
      },
    );
  }
  if (settings.uid === 0) {
    throw new PaddockError("host-unready", "Paddock does not run as root.", {
      fix: "Start it as an ordinary user, without sudo: its Podman is rootless.",
    });
  }
  if (settings.home === "/") {
    throw new PaddockError("host-unready", "Your home directory is /.", {
      fix: "Set HOME to a directory of your own.",
    });
  }
  const podman = findPodman(host);
  requireRecent(await versionText(host, podman));
  requireRuntimeDirectory(host);
  requireSubordinateIds(host);
  return podman;
}

function requireRecent(text: string): void {
  const match = /^podman version (\d+)\.(\d+)/m.exec(text);
  if (match === null) {
    throw new PaddockError("podman-too-old", "This podman does not say its version.", {
      fix: "Set PADDOCK_PODMAN to a Podman of 5.1 or later.",
    });
  }
  const [major, minor] = [Number(match[1]), Number(match[2])];
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw new PaddockError(
    "podman-too-old",
    `Podman ${major}.${minor} is too old: Paddock needs ${OLDEST.join(".")} or later.`,
    { fix: "Install a later Podman, or name one with PADDOCK_PODMAN." },
  );
}

function requireRuntimeDirectory(host: Host): void {
  const { runtimeDirectory, uid } = host.settings;
  if (runtimeDirectory === undefined) return;
  const facts = host.files.facts(runtimeDirectory);
  if (facts?.kind === "directory" && facts.uid === uid) {
    // The sockets by which sandboxes are changed while they run lie in it, and the password of each one's proxy.
    if ((facts.mode & 0o022) === 0) return;
    throw new PaddockError(
      "host-unready",
      `XDG_RUNTIME_DIR is ${runtimeDirectory}, to which others can write.`,
      { fix: `Run \`chmod 700 ${runtimeDirectory}\`: it is for you alone.` },
    );
  }
  const wrong =
    facts === undefined ? "does not exist" : `belongs to the user ${facts.uid}, and you are ${uid}`;
  throw new PaddockError(
    "host-unready",
    `XDG_RUNTIME_DIR is ${runtimeDirectory}, which ${wrong}.`,
    {
      fix: `Log in as yourself instead of with su or sudo, or run \`loginctl enable-linger\` and set XDG_RUNTIME_DIR=/run/user/${uid}.`,
    },
  );
}

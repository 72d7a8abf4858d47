import { randomBytes } from "node:crypto";
import { PaddockError } from "../errors.ts";
import type { Host } from "../host/host.ts";
import type { Session } from "../host/session.ts";
import { expandWords } from "../label/expand-run-label.ts";
import { runlabelArguments, survivesRunlabel } from "../label/plain-runlabel.ts";
import { protectPaths } from "../policy/odd-paths.ts";
import type { PlannedLaunch } from "./launch.ts";
import { directSession, runlabelSession } from "./session-plan.ts";

export interface StartOptions {
  readonly runlabel: boolean;
  /** The words after the image that are not the label's. */
  readonly command: readonly string[];
}

/** Hands over to Podman and returns the status that the sandboxed command ended with; leaves nothing behind. */
export async function startLaunch(
  host: Host,
  launch: PlannedLaunch,
  options: StartOptions,
): Promise<number> {
  const { settings, files, processes } = host;
  const directory = settings.runtimeDirectory ?? settings.stateDirectory;
  const place = `${directory}/paddock-${randomBytes(6).toString("hex")}`;
  const [idFile, link] = [`${place}.id`, `${place}.d`];
  const common = {
    canReplace: processes.canReplace,
    terminal: host.terminal.interactive,
    idFile,
    end: () => endContainer(host, launch.podman, idFile),
  };
  // Podman writes the container's id there, and makes no folder for it.
  files.makePrivateDirectory(directory);
  if (!options.runlabel) {
    return await handOver(host, directSession(launch, common), [idFile]);
  }
  requireSurvival(launch, link, options.command);
  files.link(launch.plan.workspace.path, link);
  const words = runlabelArguments(options.command);
  return await handOver(host, runlabelSession(launch, { ...common, link, words }), [idFile, link]);
}

async function handOver(
  host: Host,
  session: Session,
  leftovers: readonly string[],
): Promise<number> {
  try {
    return (await host.processes.handOver(session)).status;
  } finally {
    for (const path of leftovers) host.files.remove(path);
  }
}

async function endContainer(host: Host, podman: string, idFile: string): Promise<void> {
  const id = host.files.readText(idFile)?.trim();
  if (id === undefined || !/^[0-9a-f]{64}$/.test(id)) return;
  await host.processes.run([podman, "rm", "--force", "--time", "0", "--ignore", id]);
}

// Runlabel splits the label again after it has put the values in: what it would make of them is known beforehand.
function requireSurvival(launch: PlannedLaunch, link: string, command: readonly string[]): void {
  const { template, values } = launch.plan;
  const linked = { ...values, cwd: link };
  const survival = survivesRunlabel(template, linked, command);
  const words = expandWords(template, linked);
  const written = protectPaths(words).every((word, at) => word === words[at]?.text);
  if (survival.ok && written) return;
  const reason = survival.ok ? "a path with a colon cannot be mounted with -v" : survival.reason;
  throw new PaddockError("refused", `Podman would read this launch otherwise: ${reason}.`, {
    fix: "Start it without --runlabel.",
  });
}

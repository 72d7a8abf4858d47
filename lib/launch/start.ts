import { PaddockError } from "../errors.ts";
import type { Host } from "../host/host.ts";
import type { Session } from "../host/process/session.ts";
import { expandWords } from "../label/expand-run-label.ts";
import { runlabelArguments, survivesRunlabel } from "../label/plain-runlabel.ts";
import { protectPaths } from "../policy/mounts/odd-paths.ts";
import { guardOf } from "./egress/guard-of.ts";
import type { Guard } from "./egress/open-guard.ts";
import { findPolicyFolder, makePolicyFolder } from "./explained/policy-folder.ts";
import type { PlannedLaunch } from "./launch.ts";
import { realPathFinder } from "./plan/judge-launch.ts";
import { directSession, runlabelSession } from "./session-plan.ts";
import { requireSamePlaces } from "./workspace/same-places.ts";

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
  requireSamePlaces(launch.plan.places, realPathFinder(files));
  const directory = settings.runtimeDirectory ?? settings.stateDirectory;
  const place = `${directory}/paddock-${process.pid}-${process.hrtime.bigint()}`;
  const [idFile, link] = [`${place}.id`, `${place}.d`];
  // Podman writes the container's id there, and makes no folder for it.
  files.makePrivateDirectory(directory);
  const folder = options.runlabel ? undefined : await findPolicyFolder(host, launch);
  if (folder) makePolicyFolder(host, folder);
  const guard = options.runlabel ? undefined : await guardOf(host, launch.plan, `${place}.s`);
  const common = {
    // What a guard does ends with this process.
    canReplace: processes.canReplace && guard === undefined,
    terminal: host.terminal.interactive,
    idFile,
    end: () => endContainer(host, launch.podman, idFile),
  };
  if (folder) {
    const argv = guard?.argv ?? launch.plan.argv;
    const session = directSession(
      { ...launch, plan: { ...launch.plan, argv } },
      { ...common, sandboxFolder: folder.path },
    );
    return await handOver(host, session, [idFile], guard);
  }
  requireSurvival(launch, link, options.command);
  files.link(launch.plan.workspace.path, link);
  const session = runlabelSession(launch, {
    ...common,
    link,
    words: runlabelArguments(options.command),
    end: () => endContainersOn(host, launch.podman, link),
  });
  return await handOver(host, session, [link]);
}

async function handOver(
  host: Host,
  session: Session,
  leftovers: readonly string[],
  guard?: Guard,
): Promise<number> {
  try {
    return (await host.processes.handOver(session)).status;
  } finally {
    for (const path of leftovers) host.files.remove(path);
    const denied = await guard?.close();
    if (denied !== undefined) host.terminal.say(denied);
  }
}

async function endContainer(host: Host, podman: string, idFile: string): Promise<void> {
  const id = host.files.readText(idFile)?.trim() ?? "";
  // A podman that dies at the wrong moment has made a container and written no id down.
  const ids = /^[0-9a-f]{64}$/.test(id)
    ? [id]
    : await containersWith(host, podman, ".Config.CreateCommand", `--cidfile=${idFile}`);
  await removeContainers(host, podman, ids);
}

// Runlabel writes no id down: its container is the one that mounts the link, whose name nothing else has. Podman's own filter
// for volumes does not find a link.
async function endContainersOn(host: Host, podman: string, link: string): Promise<void> {
  await removeContainers(host, podman, await containersWith(host, podman, ".Mounts", link));
}

/** The ids of the containers that have this text, whole, among what podman-inspect(1) says of a field. */
async function containersWith(
  host: Host,
  podman: string,
  field: string,
  text: string,
): Promise<readonly string[]> {
  const lines = async (argv: readonly string[]): Promise<readonly string[]> =>
    (await host.processes.run([podman, ...argv])).stdout.split("\n").filter(Boolean);
  const all = await lines(["ps", "--all", "--quiet", "--no-trunc"]);
  if (all.length === 0) return [];
  const format = `--format={{.Id}} {{json ${field}}}`;
  const described = await lines(["container", "inspect", format, ...all]);
  const quoted = JSON.stringify(text);
  return described.filter((line) => line.includes(quoted)).flatMap((line) => line.split(" ", 1));
}

async function removeContainers(host: Host, podman: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await host.processes.run([podman, "rm", "--force", "--time", "0", "--ignore", ...ids]);
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

import { PaddockError } from "../../errors.ts";
import type { Files } from "../../host/files/files.ts";
import type { Host } from "../../host/host.ts";
import { isTextMap } from "../../json-object.ts";
import { printable } from "../../printable.ts";
import { readAgentLock } from "../lock/agent-lock.ts";
import { lockedPackages } from "../lock/locked-packages.ts";

const TIMEOUT_MS = 60_000;

/** The first command of a package, as its lock names it; undefined where there is no lock that does. */
export function agentCommand(
  files: Pick<Files, "readText">,
  folder: string,
  name: string,
): string | undefined {
  const reading = readAgentLock(files, folder);
  if (reading.kind !== "found") return undefined;
  const entry = lockedPackages(reading.lock.packageLock)?.get(`node_modules/${name}`);
  const bin = entry?.["bin"];
  const [command] = isTextMap(bin) ? Object.keys(bin).sort() : [];
  return command !== undefined && /^[\w.-]+$/u.test(command) && !command.startsWith("-")
    ? command
    : undefined;
}

/** Starts a command once in an image, without a network and with nothing of this machine; PaddockError "failed" unless it ends 0. */
export async function startAgent(
  host: Pick<Host, "processes">,
  podman: string,
  image: string,
  command: string,
): Promise<void> {
  const argv = [podman, "run", "--rm", "--pull=never", "--network", "none", "--cap-drop", "ALL"];
  const limits = ["--security-opt", "no-new-privileges", "--env", "HOME=/tmp"];
  const start = ["--entrypoint", command, image, "--version"];
  const ended = await host.processes.run([...argv, ...limits, ...start], { timeoutMs: TIMEOUT_MS });
  if (ended.status === 0) return;
  const said = ended.stderr.trim().split("\n").at(-1) || "it says nothing";
  throw new PaddockError(
    "failed",
    `${command} does not start in the new image (status ${String(ended.status)}): ${printable(said)}`,
    { fix: "Keep the release that worked, or look at the new one by hand." },
  );
}

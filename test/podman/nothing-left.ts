import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { until } from "./started.ts";
import { containersOf } from "./world.ts";
import type { World } from "./world.ts";

/** What a launch left behind, in words; other tests' launches come and go, what stays is ours. */
export async function leftovers(world: World): Promise<readonly string[]> {
  // Podman's own cleanup may still be at work when its child has ended.
  await until(async () => (await stillThere(world)).length === 0, 20_000);
  await until(() => unusedFiles().length === 0, 20_000);
  return [...(await stillThere(world)), ...unusedFiles()];
}

async function stillThere(world: World): Promise<readonly string[]> {
  const containers = await containersOf(world.name);
  return [
    ...containers.map((id) => `container ${id}`),
    ...processesOf(`paddock.test=${world.name}`).map((pid) => `process ${pid}`),
  ];
}

/** What one Paddock, by its process id, left of itself beside its launch. */
export function filesOf(pid: number): readonly string[] {
  return bookkeeping().filter((path) => path.includes(`/paddock-${pid}-`));
}

/** Paddock's files beside a launch. */
function bookkeeping(): readonly string[] {
  const folder = process.env["XDG_RUNTIME_DIR"] ?? "";
  return readdirSync(folder)
    .filter((name) => name.startsWith("paddock-"))
    .map((name) => join(folder, name));
}

/** Those of a Paddock that has ended; the others are in use, by another test's launch. */
function unusedFiles(): readonly string[] {
  return bookkeeping().filter((path) => {
    const pid = /\/paddock-(\d+)-/.exec(path)?.[1];
    return pid === undefined || !existsSync(`/proc/${pid}`);
  });
}

/** Ids of the processes that have a text in their command line. */
export function processesOf(text: string): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) => commandLine(Number(pid)).includes(text))
    .map(Number);
}

/** The words of a process, each ended by NUL; empty for one that has ended. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    // It ended while we looked.
    return "";
  }
}

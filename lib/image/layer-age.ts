import type { BuildPlan } from "./build-argv.ts";
import { readRecord, writeRecord } from "./record.ts";
import type { RecordHost } from "./record.ts";

// How long after Paddock has looked at the clock Podman may compare a layer's age, on a busy machine.
const SLACK_MS = 60_000;

/**
 * Which layers a build may use. `--no-cache` alone is undone by the next build, which finds the older layers again; so
 * layers from before the last rebuild are ruled out by their age.
 */
export function cacheFor(
  rebuild: boolean,
  rebuiltAt: number | undefined,
  now: number,
): BuildPlan["cache"] {
  if (rebuild) return "none";
  return rebuiltAt === undefined ? "any" : { seconds: Math.ceil((now - rebuiltAt) / 1000) };
}

/**
 * Of images that were rebuilt and whose former ones are gone with their layers, lets the first layers count as recent a
 * while longer: otherwise Podman, which looks at the clock a moment later, would find them too old and build all anew.
 */
export function trustRecentLayers(host: RecordHost, tags: readonly string[]): void {
  for (const tag of tags) {
    const record = readRecord(host, tag);
    if (record?.rebuiltAt === undefined) continue;
    writeRecord(host, tag, { ...record, rebuiltAt: record.rebuiltAt - SLACK_MS });
  }
}

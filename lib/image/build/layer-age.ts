import type { BuildPlan } from "./build-argv.ts";

/**
 * Which layers a build may use. `--no-cache` alone is undone by the next build, which finds the older layers again; so
 * layers from before the last rebuild are ruled out by their age. Podman looks at the clock a moment later, so the first
 * layers of the rebuild may count as too old as well and be built once more, which is the safe side.
 */
export function cacheFor(
  rebuild: boolean,
  rebuiltAt: number | undefined,
  now: number,
): BuildPlan["cache"] {
  if (rebuild) return "none";
  return rebuiltAt === undefined ? "any" : { seconds: Math.ceil((now - rebuiltAt) / 1000) };
}

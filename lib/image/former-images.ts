import type { Host } from "../host/host.ts";
import type { ImagesByName } from "../host/podman.ts";

export interface Replaced {
  readonly before: ImagesByName;
  readonly after: ImagesByName;
  /** Tags that were built, the lowest first. */
  readonly built: readonly string[];
}

/**
 * Removes the images that a build replaced, with their layers; one that is still in use stays and is no failure.
 * Returns the tags of which no former image is left.
 */
export async function removeFormer(
  host: Pick<Host, "processes">,
  podman: string,
  replaced: Replaced,
): Promise<readonly string[]> {
  const kept = new Set([...replaced.after.values()].map((image) => image?.id));
  const gone: string[] = [];
  // The highest first: an image with another on top of it cannot be removed.
  for (const tag of replaced.built.toReversed()) {
    const former = replaced.before.get(tag);
    // An image that bears another name as well is the person's to keep.
    const isKept = former !== undefined && (kept.has(former.id) || former.names.length > 1);
    if (isKept) continue;
    const removal = former && (await host.processes.run([podman, "image", "rm", former.id]));
    if (removal === undefined || removal.status === 0) gone.push(tag);
  }
  return gone;
}

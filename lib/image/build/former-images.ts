import type { Host } from "../../host/host.ts";
import type { ImagesByName } from "../../host/podman/podman.ts";

export interface Replaced {
  readonly before: ImagesByName;
  readonly after: ImagesByName;
  /** Tags that were built, the lowest first. */
  readonly built: readonly string[];
}

/** Removes the images that a build replaced, with their layers; one that is still in use stays and is no failure. */
export async function removeFormer(
  host: Pick<Host, "processes">,
  podman: string,
  replaced: Replaced,
): Promise<void> {
  const kept = new Set([...replaced.after.values()].map((image) => image?.id));
  // The highest first: an image with another on top of it cannot be removed.
  const former = replaced.built
    .toReversed()
    .map((tag) => replaced.before.get(tag))
    // An image that bears another name as well is the person's to keep.
    .filter((image) => image !== undefined && !kept.has(image.id) && image.names.length <= 1);
  for (const image of former) {
    if (image) await host.processes.run([podman, "image", "rm", image.id]);
  }
}

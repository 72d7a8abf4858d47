import type { Host } from "../../host/host.ts";
import { inspectImages } from "../../host/podman/podman.ts";
import type { ImagesByName } from "../../host/podman/podman.ts";
import type { BuiltImage } from "../history/receipt.ts";

/**
 * Gives each tag that still names the image which was built the one from before, if that is still there, and removes the newer
 * one; returns the tags. A tag that named nothing before stays with what was built.
 */
export async function giveBack(
  host: Pick<Host, "processes">,
  podman: string,
  built: readonly BuiltImage[],
): Promise<readonly string[]> {
  const replaced = built.flatMap(({ tag, before, after }) =>
    before ? [{ tag, before, after }] : [],
  );
  if (replaced.length === 0) return [];
  const names = replaced.flatMap(({ tag, before }) => [tag, before]);
  const now = await inspectImages(host, podman, [...new Set(names)]);
  const back = replaced.filter(
    ({ tag, before, after }) => now.get(tag)?.id === after && now.get(before) !== undefined,
  );
  for (const { tag, before } of back) await host.processes.run([podman, "tag", before, tag]);
  // The highest first: an image with another on top of it cannot be removed.
  for (const { after } of back.toReversed()) {
    await host.processes.run([podman, "image", "rm", after]);
  }
  return back.map(({ tag }) => tag);
}

/** Removes the images that a former upgrade replaced and kept for an undo; one that has a name again, or is in use, stays. */
export async function removeKept(
  host: Pick<Host, "processes">,
  podman: string,
  former: readonly BuiltImage[],
): Promise<void> {
  const ids = [...new Set(former.flatMap(({ before }) => before ?? []))];
  if (ids.length === 0) return;
  const now: ImagesByName = await inspectImages(host, podman, ids);
  for (const id of ids.toReversed()) {
    if (now.get(id)?.names.length === 0) await host.processes.run([podman, "image", "rm", id]);
  }
}

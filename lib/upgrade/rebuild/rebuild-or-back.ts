import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import type { OnBuildEvent } from "../../image/build/build-event.ts";
import { appendEvents, lastBuilt } from "../history/history.ts";
import { placedPins } from "../history/receipt-pins.ts";
import type { BuiltImage, Receipt } from "../history/receipt.ts";
import { takeBack } from "../history/undo.ts";
import { removeKept } from "./give-back.ts";
import { rebuildImages } from "./rebuild.ts";

/** What a rebuild came to. */
export interface Rebuilt {
  readonly images: readonly BuiltImage[];
  readonly isRolledBack: boolean;
  readonly failures: readonly PaddockError[];
}

export const NOT_REBUILT: Rebuilt = { images: [], isRolledBack: false, failures: [] };

/**
 * Builds and starts what receipts changed; where that fails the pins, locks and tags are as they were before. The images that are
 * replaced stay for an undo, until the next upgrade that builds.
 */
export async function rebuildOrBack(
  host: Host,
  podman: string,
  receipts: readonly Receipt[],
  onEvent: OnBuildEvent,
): Promise<Rebuilt> {
  const [first] = receipts;
  if (first === undefined) return NOT_REBUILT;
  const former = lastBuilt(host);
  try {
    const images = await rebuildImages(host, podman, placedPins(host, receipts), onEvent);
    const time = host.now().toISOString();
    appendEvents(host, [{ event: "built", time, run: first.run, images }]);
    await removeKept(host, podman, former);
    return { images, isRolledBack: false, failures: [] };
  } catch (error) {
    await takeBack(host, receipts, "rolled-back");
    if (!(error instanceof PaddockError)) throw error;
    return { images: [], isRolledBack: true, failures: [error] };
  }
}

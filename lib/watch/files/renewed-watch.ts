import type { FileWatch, WatchFiles, WatchTrouble } from "../../host/files/watch-files.ts";
import type { Places } from "./places.ts";

export interface RenewedWatchOptions {
  readonly watchFiles: WatchFiles;
  readonly onStir: () => void;
  /** Told once, when polling takes the kernel's place. */
  readonly onTrouble: (trouble: WatchTrouble) => void;
}

/** A watch that follows the places that matter. */
export interface RenewedWatch {
  /** Watches these places; every change after it resolves is told. */
  readonly follow: (places: Places) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens a new watch when the places differ or a folder was removed; what happens while none is open, the look after it sees. */
export function renewedWatch(options: RenewedWatchOptions): RenewedWatch {
  const { onStir, onTrouble, watchFiles } = options;
  let [current, identity]: [FileWatch | undefined, string | undefined] = [undefined, undefined];
  let polling = false;

  const open = async (places: Places): Promise<void> => {
    // First, since chokidar gives the new one what it holds of the same paths, also of files that are gone.
    await current?.close();
    current = undefined;
    let trouble: WatchTrouble | undefined;
    let opened = false;
    current = await watchFiles({
      folders: places.folders,
      wants: places.wants,
      polling,
      onStir: ({ folderGone }) => {
        // A folder that comes back is another one, of which the old watch knows nothing.
        if (folderGone) identity = undefined;
        onStir();
      },
      onTrouble: (met) => {
        if (polling || trouble !== undefined) return;
        trouble = met;
        identity = undefined;
        // Met later, when a folder grew: the next look opens it anew, by polling.
        if (opened) switchToPolling(met);
      },
    });
    opened = true;
    if (trouble === undefined || polling) return;
    switchToPolling(trouble);
    identity = places.identity;
    await open(places);
  };
  const switchToPolling = (trouble: WatchTrouble): void => {
    polling = true;
    onTrouble(trouble);
    onStir();
  };
  return {
    follow: async (places) => {
      if (places.identity === identity) return;
      identity = places.identity;
      await open(places);
    },
    close: async () => await current?.close(),
  };
}

import { basename, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { errorCode } from "./error-code.ts";

/** What to watch, and who is told. */
export interface WatchRequest {
  /** Absolute paths of folders, watched with all that `wants` lets in. */
  readonly folders: readonly string[];
  readonly wants: (path: string) => boolean;
  /** Ask the files again and again, where the kernel tells nothing. */
  readonly polling: boolean;
  /** Something at or below a path may be another than before; `folderGone` when a folder was removed. */
  readonly onStir: (stir: { readonly folderGone: boolean }) => void;
  /** No longer all of it is watched: the kernel's limit of that kind is reached, or something else broke. */
  readonly onTrouble: (trouble: WatchTrouble) => void;
}

export type WatchTrouble =
  /** Too many watches (inotify says ENOSPC, which is no full disk) or too many instances (EMFILE). */
  { readonly kind: "watches" | "instances" } | { readonly kind: "other"; readonly message: string };

export interface FileWatch {
  readonly close: () => Promise<void>;
}

export type WatchFiles = (request: WatchRequest) => Promise<FileWatch>;

const POLLING_MS = 1000;

/** Watches files with chokidar; resolves once every change from then on is told. Links are watched as links. */
export const watchFiles: WatchFiles = async (request) => {
  // Nothing but this verb needs it, and it asks for many modules of Node.
  const { watch } = await import("chokidar");
  const { wants, onStir } = request;
  const watcher = watch([...request.folders], {
    ignored: (path) => !wants(path),
    ignoreInitial: true,
    followSymlinks: false,
    // What counts as one save is decided above, from the content.
    atomic: false,
    usePolling: request.polling,
    interval: POLLING_MS,
  });
  watcher.on("all", (event) => onStir({ folderGone: event === "unlinkDir" }));
  // The kernel's own word too: chokidar keeps a change of rights or of a link's target to itself.
  watcher.on("raw", (_event, name, details) => {
    if (name === null || wants(pathOf(name, details))) onStir({ folderGone: false });
  });
  await new Promise<void>((resolve) => {
    watcher.on("ready", resolve);
    watcher.on("error", (error) => {
      request.onTrouble(troubleOf(error));
      resolve();
    });
  });
  return {
    close: async () => {
      // Never within an event: chokidar begins to watch a new file before it tells of it and notes that watch down after, so
      // a close in between would miss it, and it would keep the process alive.
      await setImmediate();
      await watcher.close();
    },
  };
};

// A watched folder is told by the name in it, a watched file by its own name.
function pathOf(name: string, details: unknown): string {
  const watched =
    typeof details === "object" && details !== null && "watchedPath" in details
      ? String(details.watchedPath)
      : "";
  return basename(watched) === name ? watched : join(watched, name);
}

function troubleOf(error: unknown): WatchTrouble {
  const code = errorCode(error);
  if (code === "ENOSPC") return { kind: "watches" };
  if (code === "EMFILE") return { kind: "instances" };
  return { kind: "other", message: error instanceof Error ? error.message : String(error) };
}

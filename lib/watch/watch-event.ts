import type { WatchTrouble } from "../host/files/watch-files.ts";

/** What a watch tells, apart from the events of its builds. */
export type WatchEvent =
  | { readonly event: "watching"; readonly profiles: readonly string[] }
  /** A profile that cannot be read, or whose build failed: its image stays as it was. */
  | { readonly event: "failed"; readonly profile: string; readonly error: Error }
  /** Files changed while their image was built: what was built is not fresh. */
  | { readonly event: "changed"; readonly profile: string }
  | { readonly event: "trouble"; readonly trouble: WatchTrouble };

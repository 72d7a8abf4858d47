import type { Host } from "../host/host.ts";
import { watchFiles } from "../host/files/watch-files.ts";
import type { OnBuildEvent } from "../image/build/build-event.ts";
import { imageBuilder } from "./image-builder.ts";
import { createPulse } from "./files/pulse.ts";
import type { Timers, WatchTimes } from "./files/pulse.ts";
import type { WatchEvent } from "./watch-event.ts";
import { watchProfiles } from "./watch-profiles.ts";

export interface StartOptions {
  readonly podman: string;
  readonly names: readonly string[];
  readonly times: WatchTimes;
  readonly onEvent: (event: WatchEvent) => void;
  /** Shows one build, from its first event until it is done. */
  readonly showBuild: () => { readonly onEvent: OnBuildEvent; readonly done: () => void };
}

/** A watch that goes on until it is ended; a build that runs then is waited for. */
export interface RunningWatch {
  readonly end: () => void;
  readonly ended: Promise<void>;
}

function systemTimers(): Timers {
  return {
    now: () => performance.now(),
    set: (call, ms) => {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
  };
}

/** Watches with the real files, and builds with Podman. */
export function startWatch(host: Host, options: StartOptions): RunningWatch {
  const { names, times, onEvent, podman } = options;
  const pulse = createPulse(times, systemTimers());
  const builder = imageBuilder(host, { podman, showBuild: options.showBuild });
  return {
    end: pulse.end,
    ended: watchProfiles(host, { names, builder, watchFiles, pulse, times, onEvent }),
  };
}

import { PaddockError } from "../errors.ts";
import { errorCode } from "../host/files/error-code.ts";
import type { Builder, Look } from "./builder.ts";
import type { Pulse } from "./files/pulse.ts";
import type { WatchEvent } from "./watch-event.ts";
import type { Watched } from "./watched-profiles.ts";

interface KeeperOptions {
  readonly builder: Builder;
  readonly pulse: Pulse;
  readonly onEvent: (event: WatchEvent) => void;
}

/** Looks at one profile and builds it if that is due; `doubtful`: it cannot be read, which may pass. */
export interface KeepProfile {
  (watched: Watched): Promise<"done" | "doubtful">;
  /** From now on, until the next change, what cannot be read is said. */
  readonly believe: () => void;
  /** A change came: all is to be seen anew. */
  readonly forget: () => void;
}

/** Remembers what failed, so that it is said once and not built again unchanged. */
export function profileKeeper(options: KeeperOptions): KeepProfile {
  const { builder, pulse, onEvent } = options;
  const failedBuilds = new Map<string, string>();
  let said = new Set<string>();
  let believing = false;
  const say = (profile: string, error: Error): void => {
    // A broken base breaks all on top of it, with the same words.
    if (said.has(error.message)) return;
    said.add(error.message);
    onEvent({ event: "failed", profile, error });
  };

  const build = async (name: string, key: string): Promise<void> => {
    try {
      await builder.build(name);
      failedBuilds.delete(name);
    } catch (error) {
      if (!(error instanceof PaddockError)) throw error;
      if (pulse.ended()) return;
      failedBuilds.set(name, key);
      say(name, error);
    }
    if (pulse.stirred() && !pulse.ended()) onEvent({ event: "changed", profile: name });
  };

  const keep = async ({ name, named }: Watched): Promise<"done" | "doubtful"> => {
    let look: Look;
    try {
      look = await builder.look(name);
    } catch (error) {
      // A file that went away or may not be read in the middle of a look is a doubt too.
      if (!(error instanceof PaddockError) && errorCode(error) === undefined) throw error;
      if (!(error instanceof Error)) throw error;
      if (!believing) return "doubtful";
      say(name, error);
      return "done";
    }
    if (look.state === "fresh" || (look.state === "missing" && !named)) return "done";
    if (failedBuilds.get(name) !== look.key && !pulse.ended()) await build(name, look.key);
    return "done";
  };
  return Object.assign(keep, {
    believe: () => {
      believing = true;
    },
    forget: () => {
      believing = false;
      said = new Set();
    },
  });
}

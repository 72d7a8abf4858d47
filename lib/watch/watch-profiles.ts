import type { WatchFiles } from "../host/files/watch-files.ts";
import type { RecordHost } from "../image/freshness/record.ts";
import type { ChainHost } from "../image/chain.ts";
import type { Builder } from "./builder.ts";
import { profileKeeper } from "./keep-profile.ts";
import { watchPlaces } from "./files/places.ts";
import type { Places } from "./files/places.ts";
import type { Pulse, WatchTimes } from "./files/pulse.ts";
import { renewedWatch } from "./files/renewed-watch.ts";
import type { RenewedWatch } from "./files/renewed-watch.ts";
import type { WatchEvent } from "./watch-event.ts";
import { chainOf, watchedProfiles } from "./watched-profiles.ts";

export interface WatchOptions {
  /** Profiles to watch with those on top of them; none for all. */
  readonly names: readonly string[];
  readonly builder: Builder;
  readonly watchFiles: WatchFiles;
  readonly pulse: Pulse;
  readonly times: WatchTimes;
  readonly onEvent: (event: WatchEvent) => void;
}

type WatchHost = ChainHost & RecordHost;

/**
 * Keeps images fresh until the pulse is ended. A change only wakes it: what is built, the content says. One build at a
 * time; what changed meanwhile is looked at after it, once, as it is then.
 */
export async function watchProfiles(host: WatchHost, options: WatchOptions): Promise<void> {
  const { names, pulse, times, onEvent } = options;
  const watch = renewedWatch({
    watchFiles: options.watchFiles,
    onStir: pulse.stir,
    onTrouble: (trouble) => onEvent({ event: "trouble", trouble }),
  });
  const keep = profileKeeper(options);
  const placesNow = followedPlaces(host, names);
  try {
    let said = false;
    while (!pulse.ended()) {
      await followAll(watch, placesNow);
      const profiles = watchedProfiles(host, names);
      if (!said) onEvent({ event: "watching", profiles: profiles.map(({ name }) => name) });
      said = true;
      let doubtful = false;
      for (const profile of profiles) {
        doubtful = (await keep(profile)) === "doubtful" || doubtful;
        if (pulse.stirred() || pulse.ended()) break;
      }
      // What is away or half written may be whole in a moment: it counts only if it is still so after the grace.
      const changed = await pulse.settled(doubtful ? times.graceMs : undefined);
      if (!changed && doubtful) keep.believe();
      else if (changed) keep.forget();
    }
  } finally {
    await watch.close();
  }
}

// The places may be others by the time that they are watched.
async function followAll(watch: RenewedWatch, placesNow: () => Places): Promise<void> {
  let places = placesNow();
  for (;;) {
    await watch.follow(places);
    const now = placesNow();
    if (now.identity === places.identity) return;
    places = now;
  }
}

// A chain that cannot be read any more was built on what it was built on before; one that never could, on anything.
function followedPlaces(host: WatchHost, names: readonly string[]): () => Places {
  const known = new Map<string, readonly string[]>();
  return () => {
    if (names.length === 0) return watchPlaces(host, undefined);
    const watched = watchedProfiles(host, names).map(({ name }) => name);
    for (const name of [...known.keys(), ...watched]) {
      const chain = chainOf(host, name);
      if (chain !== undefined) known.set(name, chain);
    }
    if (watched.some((name) => !known.has(name))) return watchPlaces(host, undefined);
    return watchPlaces(host, [...new Set([...known.values()].flat())]);
  };
}

import { setTimeout as delay } from "node:timers/promises";
import type { Test } from "tap";
import { watchFiles } from "../../lib/host/files/watch-files.ts";
import type { WatchFiles, WatchRequest } from "../../lib/host/files/watch-files.ts";
import { profileChain } from "../../lib/image/chain.ts";
import { contextFiles } from "../../lib/image/freshness/context-files.ts";
import { profileNames, requireProfile } from "../../lib/profile/lookup.ts";
import type { Builder } from "../../lib/watch/builder.ts";
import { withoutLitter } from "../../lib/watch/files/litter.ts";
import { createPulse } from "../../lib/watch/files/pulse.ts";
import type { WatchTimes } from "../../lib/watch/files/pulse.ts";
import { watchProfiles } from "../../lib/watch/watch-profiles.ts";
import { chainOf } from "../../lib/watch/watched-profiles.ts";
import { testWorld } from "../host-for-tests.ts";
import type { World, WorldOptions } from "../host-for-tests.ts";

/** A watch of a test's own world; builds are only written down. */
export interface TestWatch extends World {
  /** `PROFILE: TEXT` of each build, its text as it was when the build began. */
  readonly builds: string[];
  /** What was told, a line each. */
  readonly told: string[];
  /** Every request to watch files. */
  readonly requests: WatchRequest[];
  /** While true, a build that began does not end. */
  readonly hold: (held: boolean) => void;
  /** Makes builds fail with this error. */
  readonly fail: (error: Error | undefined) => void;
  /** Waits until so many builds ended and some quiet time has passed, in which another would have begun. */
  readonly came: (builds: number) => Promise<void>;
  readonly until: (holds: () => boolean) => Promise<void>;
  readonly end: () => Promise<void>;
}

const TIMES = { settleMs: 150, longestMs: 3000, graceMs: 600 };
const QUIET_MS = 400;

export interface TestWatchOptions extends WorldOptions {
  readonly names?: readonly string[];
  readonly watchFiles?: WatchFiles;
  /** Longer ones for a test that has to do something within them, however slow the machine is. */
  readonly times?: Partial<WatchTimes>;
  /** Profiles that have no image yet. */
  readonly missing?: readonly string[];
}

async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) {
    if (holds()) return;
    await delay(20);
  }
  throw new Error("what was waited for did not come");
}

/** Starts a watch and waits until it watches; every profile that exists then has a fresh image, but for those missing. */
export async function startTestWatch(t: Test, options: TestWatchOptions): Promise<TestWatch> {
  const world = testWorld(t, options);
  const files = withoutLitter(world.host.files);
  const host = { ...world.host, files };
  const [builds, told, requests]: [string[], string[], WatchRequest[]] = [[], [], []];
  const built = new Map<string, string>();
  let held = false;
  let failure: Error | undefined;
  let ended = 0;

  const keyOf = (name: string): string =>
    JSON.stringify(
      profileChain(host, name, { buildArguments: () => ({}) }).map(({ profile }) => [
        profile.text,
        contextFiles(files, profile.directory).map(
          (file) => `${file.path} ${file.mode} ${String(file.content)}`,
        ),
      ]),
    );
  const builder: Builder = {
    look: async (name) => {
      const key = keyOf(name);
      const before = built.get(name);
      if (before === key) return { state: "fresh" };
      return { state: before === undefined ? "missing" : "stale", key };
    },
    build: async (name) => {
      const key = keyOf(name);
      builds.push(`${name}: ${requireProfile(host, name).text.trimEnd()}`);
      await until(() => !held);
      ended += 1;
      if (failure) throw failure;
      built.set(name, key);
    },
  };
  const times = { ...TIMES, ...options.times };
  const pulse = createPulse(times, {
    now: () => performance.now(),
    set: (call, ms) => {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
  });
  const names = options.names ?? [];
  for (const name of profileNames(host)) {
    if (!options.missing?.includes(name) && chainOf(host, name)) built.set(name, keyOf(name));
  }
  const open = options.watchFiles ?? watchFiles;
  let opened = 0;
  const running = watchProfiles(host, {
    names,
    builder,
    pulse,
    times,
    watchFiles: async (request) => {
      requests.push(request);
      const watch = await open(request);
      opened += 1;
      return watch;
    },
    onEvent: (event) => {
      told.push(
        event.event === "failed" ? `failed ${event.profile}: ${event.error.message}` : event.event,
      );
    },
  });
  const end = async (): Promise<void> => {
    held = false;
    pulse.end();
    await running;
  };
  t.teardown(end);
  await until(() => opened > 0 && told.includes("watching"));
  return {
    ...world,
    builds,
    told,
    requests,
    until,
    end,
    hold: (now) => {
      held = now;
    },
    fail: (error) => {
      failure = error;
    },
    came: async (count) => {
      await until(() => ended >= count);
      await delay(QUIET_MS);
      t.equal(ended, count, `builds: ${builds.join(" | ")}`);
    },
  };
}

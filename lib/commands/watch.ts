import type { Argv } from "yargs";
import type { Host } from "../host/host.ts";
import { requireProfile } from "../profile/lookup.ts";
import type { Command } from "./line/command.ts";
import { showBuild } from "./show/show-build.ts";

interface WatchFlags {
  readonly profiles: readonly string[];
  readonly json: boolean;
}

function flags(yargs: Argv): Argv<WatchFlags> {
  return yargs
    .positional("profiles", {
      type: "string",
      array: true,
      default: [],
      describe: "Profiles to keep fresh, with those on top of them; none: all that are built",
    })
    .option("json", {
      type: "boolean",
      default: false,
      describe: "Events as lines of JSON on stdout",
    });
}

const TIMES = { settleMs: 200, longestMs: 5000, graceMs: 1000 };

async function run(host: Host, given: WatchFlags): Promise<number> {
  const [{ requireEngine }, { startWatch }, { showWatch }, ending] = await Promise.all([
    import("../launch/machine/engine-checks.ts"),
    import("../watch/start-watch.ts"),
    import("./show/show-watch.ts"),
    import("../host/process/ending-signal.ts"),
  ]);
  for (const name of given.profiles) requireProfile(host, name);
  const podman = await requireEngine(host);
  const watch = startWatch(host, {
    podman,
    names: given.profiles,
    times: TIMES,
    onEvent: showWatch(host, given.json),
    showBuild: () => showBuild(host, { json: given.json, fresh: false }),
  });
  let status = 0;
  const stop = ending.onEnding((signal) => {
    status ||= ending.ENDING_STATUS[signal];
    watch.end();
  });
  try {
    await watch.ended;
  } finally {
    stop();
  }
  return status;
}

/** `paddock watch`: images that follow their sources. */
export const watchCommand: Command<WatchFlags> = {
  usage: "watch [profiles..]",
  describe: "Build images again whenever their sources change",
  flags,
  run,
};

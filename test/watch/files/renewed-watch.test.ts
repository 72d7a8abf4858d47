import tap from "tap";
import type { WatchRequest, WatchTrouble } from "../../../lib/host/files/watch-files.ts";
import type { Places } from "../../../lib/watch/files/places.ts";
import { renewedWatch } from "../../../lib/watch/files/renewed-watch.ts";
import type { RenewedWatch } from "../../../lib/watch/files/renewed-watch.ts";

interface Fake {
  readonly watch: RenewedWatch;
  /** What was opened and closed, in order. */
  readonly log: string[];
  readonly requests: WatchRequest[];
  readonly stirs: () => number;
}

/** A watch of files that exist only here; `met`: the trouble of the first one while it opens. */
function fake(met?: WatchTrouble): Fake {
  const [log, requests]: [string[], WatchRequest[]] = [[], []];
  let stirs = 0;
  const watch = renewedWatch({
    onStir: () => (stirs += 1),
    onTrouble: ({ kind }) => log.push(`trouble ${kind}`),
    watchFiles: async (request) => {
      const number = requests.push(request);
      log.push(`open ${String(number)}${request.polling ? " polling" : ""}`);
      if (number === 1 && met) request.onTrouble(met);
      return await Promise.resolve({
        close: async () => await Promise.resolve(void log.push(`close ${String(number)}`)),
      });
    },
  });
  return { watch, log, requests, stirs: () => stirs };
}

const places = (identity: string): Places => ({ folders: ["/x"], wants: () => true, identity });

tap.test("the same places keep their watch; for others the old one is closed first", async (t) => {
  const { watch, log } = fake();
  await watch.follow(places("a"));
  await watch.follow(places("a"));
  await watch.follow(places("b"));
  await watch.close();
  t.same(log, ["open 1", "close 1", "open 2", "close 2"]);
});

tap.test("a folder that went away is watched anew where it may be back", async (t) => {
  const { watch, log, requests, stirs } = fake();
  await watch.follow(places("a"));
  requests[0]?.onStir({ folderGone: false });
  await watch.follow(places("a"));
  t.same(log, ["open 1"]);
  requests[0]?.onStir({ folderGone: true });
  await watch.follow(places("a"));
  t.same(log, ["open 1", "close 1", "open 2"]);
  t.equal(stirs(), 2);
});

tap.test("E07 trouble at the start: said once, and polled at once", async (t) => {
  const { watch, log, requests } = fake({ kind: "watches" });
  await watch.follow(places("a"));
  t.same(log, ["open 1", "trouble watches", "close 1", "open 2 polling"]);
  requests[1]?.onTrouble({ kind: "other", message: "again" });
  await watch.follow(places("a"));
  t.equal(log.length, 4, "what polling meets is not said, and changes nothing");
});

tap.test("E07 trouble later: the next look polls", async (t) => {
  const { watch, log, requests, stirs } = fake();
  await watch.follow(places("a"));
  requests[0]?.onTrouble({ kind: "instances" });
  requests[0]?.onTrouble({ kind: "instances" });
  t.equal(stirs(), 1, "there is a next look");
  await watch.follow(places("a"));
  t.same(log, ["open 1", "trouble instances", "close 1", "open 2 polling"]);
});

import { once } from "node:events";
import tap from "tap";
import { alone } from "../../lib/upgrade/alone.ts";
import { testWorld } from "../host-for-tests.ts";

tap.test("one at a time: the second says that it waits, and a failure lets it on", async (t) => {
  const { host } = testWorld(t);
  const log: string[] = [];
  const events = new EventTarget();
  const tell = (name: string): void => void events.dispatchEvent(new Event(name));
  const started = once(events, "started");
  const first = alone(
    host,
    () => log.push("first waits"),
    async () => {
      const free = once(events, "free");
      tell("started");
      log.push("first");
      await free;
      throw new Error("failed");
    },
  );
  const failed = t.rejects(first, { message: "failed" });
  await started;
  const second = alone(
    host,
    () => {
      log.push("second waits");
      tell("free");
    },
    async () => await Promise.resolve(log.push("second")),
  );
  t.equal(await second, 3, "its result is given back");
  t.same(log, ["first", "second waits", "second"]);
  await failed;
});

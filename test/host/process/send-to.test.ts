import { spawn } from "node:child_process";
import { once } from "node:events";
import tap from "tap";
import { isAlive, sendTo } from "../../../lib/host/process/send-to.ts";

tap.test("a signal reaches a process; one that has ended is no failure", async (t) => {
  const child = spawn("sleep", ["60"]);
  const pid = child.pid ?? 0;
  t.ok(isAlive(pid));
  sendTo(pid, "SIGTERM");
  t.same(await once(child, "exit"), [null, "SIGTERM"]);
  t.notOk(isAlive(pid));
  t.doesNotThrow(() => sendTo(pid, "SIGTERM"));
});

tap.test("another failure is one", (t) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a signal that no machine has
  t.throws(() => sendTo(process.pid, "SIGNONE" as NodeJS.Signals), { code: "ERR_UNKNOWN_SIGNAL" });
  t.end();
});

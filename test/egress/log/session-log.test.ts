import { mkdirSync, rmSync } from "node:fs";
import t from "tap";
import { readLog } from "../../../lib/egress/log/egress-log.ts";
import { sessionLog } from "../../../lib/egress/log/session-log.ts";
import { testWorld } from "../../host-for-tests.ts";

const LINE = {
  time: "2026-01-02T00:00:00.000Z",
  profile: "p",
  workspace: "w",
  sandbox: "00000000",
  verdict: "denied",
  protocol: "connect",
  host: "a.example",
  port: 443,
  sent: 0,
  received: 0,
  durationMs: 0,
} as const;

t.test("a log that cannot be written costs its lines, and says so at the end", async (t) => {
  const { host } = testWorld(t);
  const log = sessionLog(host);
  log.write(LINE);
  t.equal(log.lost(), undefined);
  const path = `${host.settings.stateDirectory}/egress.jsonl`;
  rmSync(path);
  mkdirSync(path);
  log.write(LINE);
  log.write(LINE);
  t.match(
    log.lost(),
    /^2 lines could not be written into the egress log \(EISDIR\): make room in /,
  );
  rmSync(path, { recursive: true });
  log.write(LINE);
  t.equal(readLog(host).length, 1);
});

import t from "tap";
import type { Test } from "tap";
import { main } from "../../lib/cli.ts";
import { appendLog, logPath, readLog } from "../../lib/egress/log/egress-log.ts";
import type { LogLine } from "../../lib/egress/log/log-line.ts";
import { followLog } from "../../lib/egress/log/follow-log.ts";
import { testWorld } from "../host-for-tests.ts";
import type { World } from "../host-for-tests.ts";

const ALLOWED: LogLine = {
  time: "2026-01-02T03:04:05.678Z",
  profile: "guarded",
  workspace: "project",
  sandbox: "0123abcd",
  verdict: "allowed",
  protocol: "connect",
  host: "api.example.com",
  port: 443,
  rule: "api.example.com",
  sent: 900,
  received: 1_234_567,
  durationMs: 1500,
};
const DENIED: LogLine = {
  ...ALLOWED,
  verdict: "denied",
  host: "evil.example",
  reason: "nothing in the list grants it",
  add: "evil.example",
  sent: 0,
  received: 0,
};

function withLog(t: Test, lines: readonly LogLine[], columns = 1000): World {
  const world = testWorld(t, { columns });
  for (const line of lines) appendLog(world.host, line);
  return world;
}

t.test("lines for people", async (t) => {
  const { host, answered } = withLog(t, [ALLOWED, DENIED]);
  t.equal(await main(["log"], host), 0);
  t.equal(
    answered(),
    `2026-01-02 03:04:05Z allowed api.example.com:443, 900 B out, 1.2 MB in, 1.5 s (guarded in project)
2026-01-02 03:04:05Z denied  evil.example:443, nothing in the list grants it (guarded in project)
`,
  );
  t.equal(await main(["log", "--denied"], host), 0);
  t.match(answered(), /^\S+ \S+ denied .*\n$/);
});

t.test("narrow, and safe to print", async (t) => {
  const { host, answered } = withLog(t, [{ ...DENIED, host: "\u001B[2J.example" }], 48);
  await main(["log"], host);
  const text = answered();
  t.ok(
    text.split("\n").every((line) => line.length <= 48),
    text,
  );
  t.match(text, "\\x1b[2J.example");
});

t.test("JSON, and lines that are none", async (t) => {
  const { host, answered } = withLog(t, [ALLOWED]);
  host.files.append(logPath(host), '{"time":"x"}\nnonsense\n[]\n{"verdict":1}\n');
  appendLog(host, DENIED);
  host.files.append(logPath(host), '{"cut');
  t.equal(await main(["log", "--json"], host), 0);
  t.strictSame(JSON.parse(answered()), [ALLOWED, DENIED]);
  t.equal(await main(["log", "--json", "--denied"], host), 0);
  t.strictSame(JSON.parse(answered()), [DENIED]);
});

t.test("no log yet", async (t) => {
  const { host, answered } = testWorld(t);
  t.equal(await main(["log"], host), 0);
  t.equal(answered(), "");
});

t.test("a full log becomes the former one, and there are never three", (t) => {
  const { host } = withLog(t, [ALLOWED]);
  const fill = (): void => host.files.append(logPath(host), `${"x".repeat(4 * 1024 * 1024)}\n`);
  fill();
  appendLog(host, DENIED);
  t.strictSame(readLog(host), [ALLOWED, DENIED]);
  t.equal(host.files.facts(logPath(host))?.size, JSON.stringify(DENIED).length + 1);
  fill();
  appendLog(host, ALLOWED);
  t.strictSame(readLog(host), [DENIED, ALLOWED]);
  t.strictSame(host.files.list(host.settings.stateDirectory), ["egress.jsonl", "egress.jsonl.1"]);
  t.end();
});

t.test("followed: what comes, also after a turn of the log", async (t) => {
  const { host } = withLog(t, [ALLOWED]);
  const steps = [
    () => {},
    () => appendLog(host, DENIED),
    () => host.files.append(logPath(host), JSON.stringify(ALLOWED).slice(0, 20)),
    () => host.files.append(logPath(host), `${JSON.stringify(ALLOWED).slice(20)}\n`),
    () => {
      host.files.replace(logPath(host), `${logPath(host)}.1`);
      appendLog(host, DENIED);
    },
  ];
  const seen: string[] = [];
  for await (const { verdict } of followLog(host, async () => steps.shift()?.())) {
    seen.push(verdict);
    if (seen.length === 3) break;
  }
  t.strictSame(seen, ["denied", "allowed", "denied"]);
});

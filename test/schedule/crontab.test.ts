import { spawnSync } from "node:child_process";
import tap from "tap";
import { crontabLine, editTable, findLine } from "../../lib/schedule/crontab.ts";
import type { Schedule } from "../../lib/schedule/schedule.ts";

const SCHEDULE: Schedule = {
  every: "daily",
  argv: ["/usr/bin/flock", "/home/ann/lock", "/usr/bin/node", "/opt/paddock.js", "upgrade"],
  environment: { PATH: "/usr/bin:/bin" },
};
const COMMAND =
  "/usr/bin/env PATH=/usr/bin:/bin /usr/bin/flock /home/ann/lock /usr/bin/node /opt/paddock.js upgrade # paddock-upgrade";

tap.test("the line, whole; the minute is the user's own", (t) => {
  t.equal(crontabLine(SCHEDULE, "ann /home/ann"), `34 4 * * * ${COMMAND}`);
  t.equal(crontabLine({ ...SCHEDULE, every: "weekly" }, "bob /home/bob"), `56 4 * * 1 ${COMMAND}`);
  t.end();
});

tap.test("another time, odd characters and a line too long are refused", (t) => {
  t.throws(() => crontabLine({ ...SCHEDULE, every: "hourly" }, ""), { code: "usage" });
  t.throws(() => crontabLine({ ...SCHEDULE, argv: ["/a\n* * * * * evil"] }, ""), { code: "usage" });
  const long = { ...SCHEDULE, environment: { PATH: "/x".repeat(500) } };
  t.throws(() => crontabLine(long, ""), { code: "failed", fix: /PATH/ });
  t.end();
});

tap.test("the shell that cron starts reads the same words back", (t) => {
  const words = ["a b", "it's", '"', "\\", "$HOME", "100%", "%%", "`x`", "#", ";"];
  const argv = ["printf", "%s|", ...words];
  const line = crontabLine({ ...SCHEDULE, argv, environment: {} }, "");
  const command = line.replace(/^(?:\S+ ){5}/, "").replaceAll("\\%", "%");
  t.notMatch(line.replaceAll("\\%", ""), /%/, "each percent sign has its backslash");
  const said = spawnSync("sh", ["-c", command], { encoding: "utf8" });
  t.equal(said.stdout, words.map((word) => `${word}|`).join(""));
  t.end();
});

const LINE = "1 4 * * * new # paddock-upgrade";
const tables: readonly [name: string, before: string, set: string, removed: string][] = [
  ["an empty one", "", `${LINE}\n`, ""],
  [
    "one without ours",
    "MAILTO=x\n0 1 * * * a\n",
    `MAILTO=x\n0 1 * * * a\n${LINE}\n`,
    "MAILTO=x\n0 1 * * * a\n",
  ],
  ["one without an end of line", "0 1 * * * a", `0 1 * * * a\n${LINE}\n`, "0 1 * * * a"],
  ["one with ours", "9 9 * * * old # paddock-upgrade\n# x\n", `# x\n${LINE}\n`, "# x\n"],
];
for (const [name, before, set, removed] of tables) {
  tap.test(`a table: ${name}`, (t) => {
    t.equal(editTable(before, LINE), set);
    t.equal(editTable(before, undefined), removed);
    t.equal(editTable(set, LINE), set, "set again, it stays");
    t.equal(findLine(set), LINE);
    t.equal(findLine(removed), undefined);
    t.end();
  });
}

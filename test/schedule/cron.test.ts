import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync } from "node:fs";
import tap from "tap";
import type { Test } from "tap";
import { scheduledLine, writeLine } from "../../lib/schedule/cron.ts";
import { crontabLine } from "../../lib/schedule/crontab.ts";
import { testWorld } from "../host-for-tests.ts";
import type { World } from "../host-for-tests.ts";

/** Debian's own crontab, whose tables lie in a folder of the test: it sees that folder in the place of the machine's. */
function realCrontab(t: Test): World & { readonly tables: string } {
  const world = testWorld(t);
  const tables = `${world.root}/tables`;
  mkdirSync(tables);
  world.write(
    "bin/crontab",
    `#!/bin/sh
exec unshare --user --map-root-user --mount sh -c \
  'mount --bind "$0" /var/spool/cron/crontabs && exec /usr/bin/crontab "$@"' '${tables}' "$@"
`,
    0o755,
  );
  return { ...world, tables };
}

function isThere(): boolean {
  const words = ["--user", "--map-root-user", "--mount", "test", "-x", "/usr/bin/crontab"];
  return spawnSync("unshare", words).status === 0;
}

const REASON = "no crontab here (scripts/test installs cron), or nobody may make a namespace";
const MINE = "MAILTO=ann\n# 100% mine\n0 1 * * * a\n";
const schedule = (every: string): string =>
  crontabLine(
    {
      every,
      argv: ["/usr/bin/flock", "/home/ann/lock", "/opt/pad dock/50%.js", "upgrade"],
      environment: { PATH: "/usr/bin:/bin", A: "it's $1" },
    },
    "ann /home/ann",
  );

tap.test(
  "the real crontab: a line comes, is replaced and goes; every other stays",
  { skip: isThere() ? false : REASON },
  async (t) => {
    const { host, tables } = realCrontab(t);
    const table = (): string => readFileSync(`${tables}/${readdirSync(tables)[0] ?? ""}`, "utf8");
    t.equal(await scheduledLine(host), undefined, "there is no table");
    t.equal(await writeLine(host, undefined), false);
    t.same(readdirSync(tables), []);

    t.equal(await writeLine(host, schedule("daily")), true);
    t.equal(await scheduledLine(host), schedule("daily"));
    t.equal(await writeLine(host, schedule("daily")), false, "nothing to do");

    const crontab = `${host.settings.searchPath[0] ?? ""}/crontab`;
    spawnSync(crontab, ["-"], { input: MINE });
    t.equal(await scheduledLine(host), undefined);
    t.equal(await writeLine(host, schedule("daily")), true);
    t.equal(await writeLine(host, schedule("weekly")), true);
    t.equal(await scheduledLine(host), schedule("weekly"));
    t.ok(table().endsWith(`${MINE}${schedule("weekly")}\n`), table());
    t.equal(await writeLine(host, undefined), true);
    t.ok(table().endsWith(MINE), table());
  },
);

tap.test(
  "the real crontab refuses a line that is none: the table stays",
  { skip: isThere() ? false : REASON },
  async (t) => {
    const { host } = realCrontab(t);
    await writeLine(host, schedule("daily"));
    await t.rejects(writeLine(host, "every day please # paddock-upgrade"), {
      code: "failed",
      message: /crontab - failed \(status 1\): .*bad minute/,
    });
    t.equal(await scheduledLine(host), schedule("daily"));
  },
);

const EMPTY: readonly (readonly [said: string, isEmpty: boolean])[] = [
  ["no crontab for ann", true],
  ["crontab: no crontab for ann", true],
  ["crontab: can't open 'ann': No such file or directory", true],
  ["crontab: can't open '/etc/cron.allow': No such file or directory", false],
  ["crontab: can't open 'ann': Permission denied", false],
];
for (const [said, isEmpty] of EMPTY) {
  tap.test(`${isEmpty ? "an empty table" : "an unknown table"}: ${said}`, async (t) => {
    const world = testWorld(t);
    world.write("bin/crontab", `#!/bin/sh\necho "${said}" >&2\nexit 1\n`, 0o755);
    const task = scheduledLine(world.host);
    if (isEmpty) t.equal(await task, undefined);
    else await t.rejects(task, { code: "failed" });
  });
}

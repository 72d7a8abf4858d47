import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import tap from "tap";
import type { Test } from "tap";
import { main } from "../../lib/cli.ts";
import { testWorld } from "../host-for-tests.ts";
import type { World } from "../host-for-tests.ts";

interface Machine extends World {
  /** What systemctl and crontab were asked, in order, since the last look. */
  readonly asked: () => string;
  readonly unit: (name: "service" | "timer") => string | undefined;
  readonly table: () => string;
}

interface MachineOptions {
  readonly systemd?: boolean;
  readonly cron?: boolean;
  /** The user's table; undefined for none. */
  readonly table?: string;
  /** Words of systemctl that fail. */
  readonly failing?: string;
}

function read(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** A machine whose systemctl writes down what it is asked, and refuses what nobody foresaw. */
function machine(t: Test, options: MachineOptions = {}): Machine {
  const world = testWorld(t, {
    wrapFiles: (files) => ({
      ...files,
      facts: (path) =>
        path === "/run/systemd/system"
          ? files.facts(options.systemd === false ? `${path}/none` : "/")
          : files.facts(path),
    }),
  });
  const { root } = world;
  const log = `${root}/asked`;
  const [table, units] = [`${root}/table`, `${root}/home/.config/systemd/user`];
  writeFileSync(log, "");
  const program = (name: string, script: string): void => {
    writeFileSync(`${root}/bin/${name}`, `#!/bin/sh\necho ${name} "$@" >>'${log}'\n${script}`);
    chmodSync(`${root}/bin/${name}`, 0o755);
  };
  program("flock", "exit 99\n");
  program(
    "systemctl",
    `case "$*" in
      '${options.failing ?? "none"}') echo 'Failed to connect to bus' >&2; exit 1 ;;
      '--user daemon-reload' | '--user enable --now paddock-upgrade.timer' | '--user restart paddock-upgrade.timer' | '--user disable --now paddock-upgrade.timer') ;;
      '--user show '*' paddock-upgrade.timer') echo ActiveState=active ;;
      '--user show '*' paddock-upgrade.service') echo Result=success ;;
      *) exit 99 ;;
    esac\n`,
  );
  if (options.cron !== false) {
    program(
      "crontab",
      `case "$*" in
        -l) [ -f '${table}' ] || { echo 'no crontab for ann' >&2; exit 1; }; cat '${table}' ;;
        -) cat >'${table}' ;;
        *) exit 99 ;;
      esac\n`,
    );
  }
  if (options.table !== undefined) writeFileSync(table, options.table);
  return {
    ...world,
    asked: () => {
      const text = readFileSync(log, "utf8");
      writeFileSync(log, "");
      return text;
    },
    unit: (name) => read(`${units}/paddock-upgrade.${name}`),
    table: () => read(table) ?? "",
  };
}

// The shells of the fakes come by PATH, which is the machine's own.
const ENABLED =
  "systemctl --user daemon-reload\nsystemctl --user enable --now paddock-upgrade.timer\nsystemctl --user restart paddock-upgrade.timer\n";

tap.test("installs, says where its output goes, shows its state, is taken away", async (t) => {
  const world = machine(t);
  t.equal(await main(["schedule"], world.host), 0);
  t.equal(world.asked(), `${ENABLED}crontab -l\n`);
  t.match(world.said(), /^Scheduled daily: paddock-upgrade\.timer.*\n.*journalctl --user --unit/);
  t.equal(
    world
      .unit("service")
      ?.split("\n")
      .find((line) => line.startsWith("ExecStart=")),
    `ExecStart=${world.root}/bin/flock --nonblock --conflict-exit-code 0 ${world.home}/.local/state/paddock/schedule.lock /opt/node/bin/node /opt/paddock/dist/bin/paddock.js upgrade`,
  );
  t.ok(existsSync(`${world.home}/.local/state/paddock`), "the folder of the lock");

  t.equal(await main(["schedule", "--status"], world.host), 0);
  t.equal(
    world.answered(),
    "paddock-upgrade.timer: daily\n  ActiveState=active\n  Result=success\n",
  );
  world.asked();

  t.equal(await main(["schedule", "--remove"], world.host), 0);
  t.equal(
    world.asked(),
    "systemctl --user disable --now paddock-upgrade.timer\nsystemctl --user daemon-reload\ncrontab -l\n",
  );
  t.same([world.unit("service"), world.unit("timer")], [undefined, undefined]);
  t.equal(world.said(), "No longer scheduled.\n");
  t.equal(await main(["schedule", "--remove"], world.host), 0);
  t.equal(world.said(), "Nothing was scheduled.\n");
  t.equal(await main(["schedule", "--status"], world.host), 0);
  t.equal(world.answered(), "Nothing is scheduled.\n");
});

tap.test("--every and --rebuild; a second time replaces the first", async (t) => {
  const world = machine(t);
  t.equal(await main(["schedule"], world.host), 0);
  t.equal(await main(["schedule", "--every", "weekly", "--rebuild"], world.host), 0);
  t.match(world.unit("service"), / upgrade --rebuild\n/);
  t.match(world.unit("timer"), /\nOnCalendar=weekly\n/);
});

tap.test("--dry-run shows the files and the commands, and touches nothing", async (t) => {
  const world = machine(t);
  t.equal(await main(["schedule", "--dry-run"], world.host), 0);
  const shown = world.answered();
  t.equal(world.asked(), "");
  t.equal(world.unit("service"), undefined);
  t.equal(await main(["schedule"], world.host), 0);
  const folder = `${world.home}/.config/systemd/user`;
  t.equal(
    shown,
    `# ${folder}/paddock-upgrade.service\n${world.unit("service")}\n# ${folder}/paddock-upgrade.timer\n${world.unit("timer")}\n` +
      "systemctl --user daemon-reload\nsystemctl --user enable --now paddock-upgrade.timer\n",
  );
});

tap.test("a systemd that refuses leaves the units as they were", async (t) => {
  const world = machine(t, { failing: "--user daemon-reload" });
  mkdirSync(`${world.home}/.config/systemd/user`, { recursive: true });
  writeFileSync(`${world.home}/.config/systemd/user/paddock-upgrade.timer`, "old\n");
  t.equal(await main(["schedule"], world.host), 1);
  t.match(world.said(), /systemctl --user daemon-reload failed \(status 1\): Failed to connect/);
  t.equal(world.unit("timer"), "old\n");
  t.equal(world.unit("service"), undefined);
});

tap.test("units of another Node or Paddock are told", async (t) => {
  const world = machine(t);
  t.equal(await main(["schedule"], world.host), 0);
  const settings = { ...world.host.settings, program: ["/opt/node/bin/node", "/moved.js"] };
  t.equal(await main(["schedule", "--status"], { ...world.host, settings }), 0);
  t.match(world.answered(), /it starts another Node or Paddock than this one/);
});

tap.test("without systemd the line is shown, and added only with --crontab", async (t) => {
  const world = machine(t, { systemd: false, table: "0 1 * * * mine\n" });
  t.equal(await main(["schedule"], world.host), 1);
  const line = world.answered();
  t.match(line, /^\d+ 4 \* \* \* \/usr\/bin\/env PATH=.* upgrade # paddock-upgrade\n$/);
  t.match(world.said(), /No systemd runs here: nothing is scheduled yet\.\n.*--crontab/);
  t.equal(world.asked(), "");
  t.equal(await main(["schedule", "--crontab", "--dry-run"], world.host), 0);
  t.equal(world.answered(), `# a line for crontab(1)\n${line}`);
  t.equal(world.asked(), "");

  t.equal(await main(["schedule", "--crontab"], world.host), 0);
  t.equal(world.asked(), "crontab -l\ncrontab -\n");
  t.equal(world.table(), `0 1 * * * mine\n${line}`);
  t.equal(await main(["schedule", "--status"], world.host), 0);
  t.equal(world.answered(), `crontab: ${line}`);
  t.equal(await main(["schedule", "--remove"], world.host), 0);
  t.equal(world.table(), "0 1 * * * mine\n");
});

tap.test("a first table, and one kind of schedule at a time", async (t) => {
  const world = machine(t);
  t.equal(await main(["schedule"], world.host), 0);
  t.equal(await main(["schedule", "--crontab"], world.host), 0);
  t.equal(world.unit("timer"), undefined, "cron in place of systemd");
  t.match(world.table(), / # paddock-upgrade\n$/);
  t.equal(await main(["schedule"], world.host), 0);
  t.equal(world.table(), "", "systemd in place of cron");
});

const refusals: readonly [
  name: string,
  options: MachineOptions,
  argv: readonly string[],
  status: number,
  said: RegExp,
][] = [
  ["two questions", {}, ["--status", "--remove"], 2, /two questions/],
  ["no calendar event", {}, ["--every", "now;then"], 2, /is no time to repeat/],
  ["what cron cannot say", {}, ["--crontab", "--every", "hourly"], 2, /cron knows no "hourly"/],
  ["no cron", { cron: false }, ["--crontab"], 1, /crontab was not found/],
];
for (const [name, options, argv, status, said] of refusals) {
  tap.test(`refused: ${name}`, async (t) => {
    const world = machine(t, options);
    t.equal(await main(["schedule", ...argv], world.host), status);
    t.match(world.said(), said);
    t.equal(world.unit("timer"), undefined);
  });
}

tap.test("a table that cannot be read is not written", async (t) => {
  const world = machine(t, { systemd: false });
  writeFileSync(
    `${world.root}/bin/crontab`,
    `#!/bin/sh\n[ "$1" = -l ] || exit 99\necho 'you are not allowed' >&2\nexit 1\n`,
  );
  t.equal(await main(["schedule", "--crontab"], world.host), 1);
  t.match(world.said(), /crontab -l failed \(status 1\): you are not allowed/);
});

tap.test("a calendar event that systemd does not understand", async (t) => {
  const world = machine(t);
  writeFileSync(`${world.root}/bin/systemd-analyze`, "#!/bin/sh\necho bad time >&2\nexit 1\n");
  chmodSync(`${world.root}/bin/systemd-analyze`, 0o755);
  t.equal(await main(["schedule", "--every", "sometimes"], world.host), 2);
  t.match(world.said(), /systemd does not understand sometimes: bad time/);
  t.equal(world.asked(), "");
});

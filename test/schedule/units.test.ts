import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import tap from "tap";
import { PaddockError } from "../../lib/errors.ts";
import type { Schedule } from "../../lib/schedule/schedule.ts";
import { serviceUnit, timerUnit } from "../../lib/schedule/units.ts";

const SCHEDULE: Schedule = {
  every: "daily",
  argv: ["/usr/bin/flock", "/home/ann/lock", "/usr/bin/node", "/opt/pad dock.js", "upgrade"],
  environment: { PATH: "/usr/bin:/bin", PADDOCK_PROFILES: "/home/ann/my profiles" },
};

tap.test("the service, whole", (t) => {
  t.equal(
    serviceUnit(SCHEDULE),
    `# Written by \`paddock schedule\`, which writes it anew each time.
[Unit]
Description=Upgrade of the agents in Paddock's sandboxes

[Service]
Type=oneshot
Environment=PATH=/usr/bin:/bin
Environment="PADDOCK_PROFILES=/home/ann/my profiles"
ExecStart=/usr/bin/flock /home/ann/lock /usr/bin/node "/opt/pad dock.js" upgrade
Nice=10
StandardOutput=journal
StandardError=journal
`,
  );
  t.end();
});

tap.test("the timer, whole", (t) => {
  t.equal(
    timerUnit(SCHEDULE),
    `# Written by \`paddock schedule\`, which writes it anew each time.
[Unit]
Description=Upgrade of the agents in Paddock's sandboxes, on time

[Timer]
OnCalendar=daily
Persistent=true
RandomizedDelaySec=1h

[Install]
WantedBy=timers.target
`,
  );
  t.end();
});

const times: readonly [every: string, delay: string][] = [
  ["weekly", "1h"],
  ["Mon..Fri *-*-* 07:30:00", "5min"],
  ["*-*~01 06:00 Europe/Berlin", "5min"],
];
for (const [every, delay] of times) {
  tap.test(`the timer of ${every}`, (t) => {
    t.match(
      timerUnit({ every }),
      `OnCalendar=${every}\nPersistent=true\nRandomizedDelaySec=${delay}\n`,
    );
    t.end();
  });
}

for (const every of ["", "daily\nPersistent=false", "%h", " daily", "a;b", '"daily"']) {
  tap.test(`${JSON.stringify(every)} is refused`, (t) => {
    t.throws(() => timerUnit({ every }), { code: "usage" });
    t.end();
  });
}

tap.test("a path that no line can hold is refused", (t) => {
  const odd = { ...SCHEDULE, argv: ["/usr/bin/node", "/a\nExecStart=/bin/evil"] };
  t.throws(() => serviceUnit(odd), PaddockError);
  t.throws(() => serviceUnit({ ...SCHEDULE, argv: ['/a"b/flock'] }), { code: "host-unready" });
  t.throws(() => serviceUnit({ ...SCHEDULE, environment: { PATH: "/a\u0001" } }), {
    code: "usage",
  });
  t.end();
});

/** What `systemd-analyze verify` says of the two units; empty when all is well. */
function verified(folder: string, schedule: Schedule): string {
  const service = `${folder}/paddock-upgrade.service`;
  const timer = `${folder}/paddock-upgrade.timer`;
  writeFileSync(service, serviceUnit(schedule));
  writeFileSync(timer, timerUnit(schedule));
  // Short: the machine's own units have sockets there, which verify looks at too.
  const runtime = mkdtempSync(`${tmpdir()}/r`);
  const result = spawnSync("systemd-analyze", ["--user", "--man=no", "verify", service, timer], {
    encoding: "utf8",
    env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: runtime },
  });
  rmSync(runtime, { recursive: true });
  if (result.error) throw result.error;
  return `${result.status === 0 ? "" : `status ${result.status}\n`}${result.stdout}${result.stderr}`;
}

const node = process.execPath;
const programs: readonly [name: string, program: string][] = [
  ["a plain path", "flock"],
  ["blanks, dollars, percent signs", "od d $HOME %h ;/flock"],
  ["another script", "é/flock"],
];
for (const [name, program] of programs) {
  tap.test(`systemd accepts the units: ${name}`, (t) => {
    const folder = t.testdir();
    const path = `${folder}/${program}`;
    mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    writeFileSync(path, "#!/bin/sh\n");
    chmodSync(path, 0o755);
    const argv = [path, `${folder}/a b"c'd\\e$f%g;`, node, "/x/paddock.js", "upgrade", "--rebuild"];
    const schedule = { ...SCHEDULE, argv, environment: { A: `1 "2" '3' \\4 $5 %6` } };
    t.equal(verified(folder, schedule), "");
    t.match(verified(folder, { ...schedule, argv: [`${path}-gone`] }), /not executable/);
    t.end();
  });
}

for (const every of ["daily", ...times.map(([time]) => time)]) {
  tap.test(`systemd understands ${every}`, (t) => {
    t.match(
      execFileSync("systemd-analyze", ["calendar", every], { encoding: "utf8" }),
      /Next elapse/,
    );
    t.end();
  });
}

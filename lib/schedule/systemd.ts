import { dirname } from "node:path";
import { PaddockError } from "../errors.ts";
import { findProgram } from "../host/files/find-program.ts";
import type { Host } from "../host/host.ts";
import { unitPaths } from "./planned-units.ts";
import type { UnitFile } from "./planned-units.ts";
import { UNIT } from "./schedule.ts";

/** The systemctl that starts timers here; undefined where systemd does not run, installed or not (sd_booted(3)). */
export function findSystemctl(host: Host): string | undefined {
  const runs = host.files.facts("/run/systemd/system")?.kind === "directory";
  return runs ? findProgram(host, "systemctl") : undefined;
}

/** The commands that make the user's systemd follow the unit files. */
export const ENABLE: readonly (readonly string[])[] = [
  ["--user", "daemon-reload"],
  ["--user", "enable", "--now", `${UNIT}.timer`],
];

/** Refuses a calendar event that systemd does not understand, where there is a systemd to ask. */
export async function checkCalendar(host: Host, every: string): Promise<void> {
  const analyze = findProgram(host, "systemd-analyze");
  if (analyze === undefined) return;
  const { status, stderr } = await host.processes.run([analyze, "calendar", every]);
  if (status === 0) return;
  throw new PaddockError("usage", `systemd does not understand ${every}: ${stderr.trim()}`, {
    fix: 'Give daily, weekly, or a calendar event as systemd.time(7) has it, such as "Mon..Fri 07:30".',
  });
}

/** Writes the units and starts the timer; if that fails, the files that were there before are there again. */
export async function installUnits(
  host: Host,
  systemctl: string,
  units: readonly UnitFile[],
): Promise<void> {
  const before = units.map(({ path }) => ({ path, text: host.files.readText(path) }));
  try {
    for (const { path, text } of units) {
      host.files.makePrivateDirectory(dirname(path));
      host.files.writeWhole(path, text);
    }
    for (const words of ENABLE) await ask(host, [systemctl, ...words]);
    // A timer that runs already keeps its old time until it is started anew.
    await ask(host, [systemctl, "--user", "restart", `${UNIT}.timer`]);
  } catch (error) {
    for (const { path, text } of before) {
      if (text === undefined) host.files.remove(path);
      else host.files.writeWhole(path, text);
    }
    throw error;
  }
}

/** Stops the timer and removes the units; returns whether there were any. */
export async function removeUnits(host: Host, systemctl: string | undefined): Promise<boolean> {
  const paths = unitPaths(host.settings).filter((path) => host.files.linkFacts(path));
  if (paths.length === 0) return false;
  if (systemctl !== undefined)
    await ask(host, [systemctl, "--user", "disable", "--now", `${UNIT}.timer`]);
  for (const path of paths) host.files.remove(path);
  if (systemctl !== undefined) await ask(host, [systemctl, "--user", "daemon-reload"]);
  return true;
}

/** What the user's systemd says of timer and service, line by line as `systemctl show` has it. */
export async function timerState(host: Host, systemctl: string): Promise<readonly string[]> {
  const timer = "ActiveState,UnitFileState,NextElapseUSecRealtime,LastTriggerUSec";
  const show = [systemctl, "--user", "show"];
  const said = [
    await ask(host, [...show, `--property=${timer}`, `${UNIT}.timer`]),
    await ask(host, [...show, "--property=Result,ExecMainStatus", `${UNIT}.service`]),
  ];
  return said.flatMap((text) => text.split("\n")).filter((line) => line !== "");
}

async function ask(host: Host, argv: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await host.processes.run(argv);
  if (status === 0) return stdout;
  throw new PaddockError(
    "failed",
    `${["systemctl", ...argv.slice(1)].join(" ")} failed (status ${status}): ${stderr.trim()}`,
    {
      fix: "Run it in a session of your own login (not through su or sudo), or use `paddock schedule --crontab`.",
    },
  );
}

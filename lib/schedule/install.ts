import type { Host } from "../host/host.ts";
import { scheduledLine, writeLine } from "./cron.ts";
import { crontabLine } from "./crontab.ts";
import { unitFiles, unitPaths } from "./planned-units.ts";
import { quoteForUnit } from "./quote-for-unit.ts";
import { UNIT } from "./schedule.ts";
import {
  checkCalendar,
  ENABLE,
  findSystemctl,
  installUnits,
  removeUnits,
  timerState,
} from "./systemd.ts";
import { secretVariables, upgradeSchedule } from "./upgrade-schedule.ts";
import type { ScheduleRequest } from "./upgrade-schedule.ts";

export interface InstallRequest extends ScheduleRequest {
  /** Use cron, where systemd runs too. */
  readonly crontab: boolean;
}

export type Installed =
  | { readonly kind: "installed"; readonly said: string }
  /** Without systemd, and without leave to use cron: the line that would do it. */
  | { readonly kind: "shown"; readonly line: string };

function lineFor(host: Host, request: InstallRequest): string {
  const { user, home } = host.settings;
  return crontabLine(upgradeSchedule(host, request), `${user} ${home}`);
}

/** What is said of the variables that hold a password; nothing where there is none. */
function sayLeftOut({ npm }: Host): readonly string[] {
  const leftOut = secretVariables(npm);
  if (leftOut.length === 0) return [];
  return [
    `Not taken over, for a password may be in it: ${leftOut.join(", ")}.`,
    "  Set it in npm's own configuration, which the upgrade reads: npm config set https-proxy ...",
  ];
}

/** What `installSchedule` would write and run, as text; nothing is changed. */
export async function showSchedule(host: Host, request: InstallRequest): Promise<string> {
  const comments = sayLeftOut(host).map((line) => `# ${line.trim()}\n`);
  return comments.join("") + (await showPlanned(host, request));
}

async function showPlanned(host: Host, request: InstallRequest): Promise<string> {
  if (request.crontab || findSystemctl(host) === undefined) {
    // The units too, since whoever asks on such a machine may want them for another.
    const line = `# a line for crontab(1)${request.crontab ? "" : ", since no systemd runs here"}`;
    const units = request.crontab ? "" : await showUnits(host, request);
    if (!["daily", "weekly"].includes(request.every) && !request.crontab) return units;
    return `${units}${units === "" ? "" : "\n"}${line}\n${lineFor(host, request)}\n`;
  }
  return await showUnits(host, request);
}

async function showUnits(host: Host, request: InstallRequest): Promise<string> {
  const units = unitFiles(host.settings, upgradeSchedule(host, request));
  await checkCalendar(host, request.every);
  const commands = ENABLE.map((words) => `systemctl ${words.join(" ")}\n`);
  return `${units.map(({ path, text }) => `# ${path}\n${text}\n`).join("")}${commands.join("")}`;
}

/** Schedules the upgrade, in place of what was scheduled before. */
export async function installSchedule(host: Host, request: InstallRequest): Promise<Installed> {
  const systemctl = findSystemctl(host);
  if (request.crontab) {
    const line = lineFor(host, request);
    host.files.makePrivateDirectory(host.settings.stateDirectory);
    await removeUnits(host, systemctl);
    await writeLine(host, line);
    const said = [`Scheduled ${request.every}, in your crontab.`, ...sayLeftOut(host)];
    return { kind: "installed", said: `${said.join("\n")}\n` };
  }
  if (systemctl === undefined) return { kind: "shown", line: lineFor(host, request) };
  const units = unitFiles(host.settings, upgradeSchedule(host, request));
  await checkCalendar(host, request.every);
  host.files.makePrivateDirectory(host.settings.stateDirectory);
  await installUnits(host, systemctl, units);
  await writeLine(host, undefined);
  const said = [
    `Scheduled ${request.every}: ${UNIT}.timer of your own systemd.`,
    `  Its output: journalctl --user --unit ${UNIT}`,
    "  It runs while you are logged in; `loginctl enable-linger` lets it run always.",
    ...sayLeftOut(host),
  ];
  return { kind: "installed", said: `${said.join("\n")}\n` };
}

/** Takes away what is scheduled, by systemd and by cron; returns whether there was anything. */
export async function removeSchedule(host: Host): Promise<boolean> {
  const removed = await removeUnits(host, findSystemctl(host));
  return (await writeLine(host, undefined)) || removed;
}

/** What is scheduled, how the last upgrade ended, and what is amiss. */
export async function scheduleState(host: Host): Promise<string> {
  const line = await scheduledLine(host);
  const lines = [...(await unitState(host)), ...(line === undefined ? [] : [`crontab: ${line}`])];
  return `${lines.length === 0 ? "Nothing is scheduled." : lines.join("\n")}\n`;
}

async function unitState(host: Host): Promise<readonly string[]> {
  const [service = "", timer] = unitPaths(host.settings).map((path) => host.files.readText(path));
  if (timer === undefined) return [];
  const systemctl = findSystemctl(host);
  const state =
    systemctl === undefined ? ["no systemd runs here"] : await timerState(host, systemctl);
  const program = host.settings.program.map((word) => quoteForUnit(word, "argument")).join(" ");
  const moved = service.includes(` ${program} `)
    ? []
    : ["it starts another Node or Paddock than this one: run `paddock schedule` again"];
  const every = /^OnCalendar=(.*)$/m.exec(timer)?.[1] ?? "an unknown time";
  return [`${UNIT}.timer: ${every}`, ...[...state, ...moved].map((each) => `  ${each}`)];
}

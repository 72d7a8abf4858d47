import type { Argv } from "yargs";
import { PaddockError } from "../errors.ts";
import type { Host } from "../host/host.ts";
import type { Command } from "./line/command.ts";

interface ScheduleFlags {
  readonly every: string;
  readonly rebuild: boolean;
  readonly "dry-run": boolean;
  readonly crontab: boolean;
  readonly status: boolean;
  readonly remove: boolean;
}

const flag = (describe: string) => ({ type: "boolean", default: false, describe }) as const;

function flags(yargs: Argv): Argv<ScheduleFlags> {
  return yargs
    .option("every", {
      type: "string",
      requiresArg: true,
      default: "daily",
      describe: "daily, weekly, or a calendar event of systemd",
    })
    .option("rebuild", flag("Build what an upgrade changes, and go back if that fails"))
    .option("dry-run", flag("Show what would be installed"))
    .option("crontab", flag("Use cron: add the line to your crontab"))
    .option("status", flag("Show what is scheduled"))
    .option("remove", flag("Take the schedule away"));
}

async function run(host: Host, given: ScheduleFlags): Promise<number> {
  const { installSchedule, removeSchedule, scheduleState, showSchedule } =
    await import("../schedule/install.ts");
  if (given.status && given.remove) {
    throw new PaddockError("usage", "--status and --remove are two questions.", {
      fix: "Give one of them.",
    });
  }
  const { answer, say } = host.terminal;
  if (given.status) {
    answer(await scheduleState(host));
  } else if (given.remove) {
    say(`${(await removeSchedule(host)) ? "No longer scheduled." : "Nothing was scheduled."}\n`);
  } else if (given["dry-run"]) {
    answer(await showSchedule(host, given));
  } else {
    const installed = await installSchedule(host, given);
    if (installed.kind === "shown") {
      answer(`${installed.line}\n`);
      throw new PaddockError("host-unready", "No systemd runs here: nothing is scheduled yet.", {
        fix: "Add that line to your crontab, or let `paddock schedule --crontab` do it.",
      });
    }
    say(installed.said);
  }
  return 0;
}

/** `paddock schedule`: upgrades by themselves, with a timer of the user's own systemd or with cron. */
export const scheduleCommand: Command<ScheduleFlags> = {
  usage: "schedule",
  describe: "Upgrade the agents by a timer of your own systemd, or by cron",
  flags,
  run,
};

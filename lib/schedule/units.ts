import { PaddockError } from "../errors.ts";
import { quoteAssignment, quoteForUnit } from "./quote-for-unit.ts";
import { requireCalendar, requireOneLine } from "./schedule.ts";
import type { Schedule } from "./schedule.ts";

/** The text of the service: one upgrade, whose output goes to the journal. */
export function serviceUnit(schedule: Schedule): string {
  const { argv, environment } = schedule;
  requireOneLine([...argv, ...Object.values(environment)]);
  requireProgram(argv[0] ?? "");
  const command = argv.map((word, at) => quoteForUnit(word, at === 0 ? "program" : "argument"));
  const assignments = Object.entries(environment).map(
    ([name, value]) => `Environment=${quoteAssignment(name, value)}`,
  );
  return lines([
    "# Written by `paddock schedule`, which writes it anew each time.",
    "[Unit]",
    "Description=Upgrade of the agents in Paddock's sandboxes",
    "",
    "[Service]",
    "Type=oneshot",
    ...assignments,
    `ExecStart=${command.join(" ")}`,
    "Nice=10",
    "StandardOutput=journal",
    "StandardError=journal",
  ]);
}

// systemd takes such a path for none, however it is quoted.
function requireProgram(path: string): void {
  if (!/["'\\]/.test(path)) return;
  throw new PaddockError("host-unready", `systemd starts no program at ${JSON.stringify(path)}.`, {
    fix: "Put one without quotes and backslashes in its path first in PATH.",
  });
}

/** The text of the timer: what was missed while the machine was off is made up for, and not everyone asks at once. */
export function timerUnit(schedule: Pick<Schedule, "every">): string {
  const { every } = schedule;
  requireCalendar(every);
  const delay = every === "daily" || every === "weekly" ? "1h" : "5min";
  return lines([
    "# Written by `paddock schedule`, which writes it anew each time.",
    "[Unit]",
    "Description=Upgrade of the agents in Paddock's sandboxes, on time",
    "",
    "[Timer]",
    `OnCalendar=${every}`,
    "Persistent=true",
    `RandomizedDelaySec=${delay}`,
    "",
    "[Install]",
    "WantedBy=timers.target",
  ]);
}

function lines(text: readonly string[]): string {
  return `${text.join("\n")}\n`;
}

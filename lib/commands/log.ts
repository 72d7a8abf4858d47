import type { Argv } from "yargs";
import type { LogLine } from "../egress/log/log-line.ts";
import type { Host } from "../host/host.ts";
import type { Command } from "./line/command.ts";

interface LogFlags {
  readonly denied: boolean;
  readonly json: boolean;
  readonly follow: boolean;
}

const flag = (describe: string) => ({ type: "boolean", default: false, describe }) as const;

function flags(yargs: Argv): Argv<LogFlags> {
  return yargs
    .option("denied", flag("Only what was denied"))
    .option("json", flag("Print as JSON; with --follow as lines of it"))
    .option("follow", { ...flag("Stay, and print what comes"), alias: "f" });
}

async function run(host: Host, given: LogFlags): Promise<number> {
  const [{ readLog }, { followLog }, { showLogLine }, { pause }] = await Promise.all([
    import("../egress/log/egress-log.ts"),
    import("../egress/log/follow-log.ts"),
    import("./show/show-log-line.ts"),
    import("../host/process/pause.ts"),
  ]);
  const { answer, columns } = host.terminal;
  const wanted = ({ verdict }: LogLine): boolean => !given.denied || verdict === "denied";
  const lines = readLog(host).filter(wanted);
  if (given.json && !given.follow) {
    answer(`${JSON.stringify(lines, undefined, 2)}\n`);
    return 0;
  }
  const show = (line: LogLine): void =>
    answer(given.json ? `${JSON.stringify(line)}\n` : showLogLine(line, columns));
  for (const line of lines) show(line);
  if (!given.follow) return 0;
  for await (const line of followLog(host, () => pause(LOOK_MS))) if (wanted(line)) show(line);
  return 0;
}

const LOOK_MS = 500;

/** `paddock log`: what the sandboxes with an egress list asked for. */
export const logCommand: Command<LogFlags> = {
  usage: "log",
  describe: "Show what sandboxes reached through their egress list, and what was denied",
  flags,
  run,
};

import { markCommand } from "./commands/line/mark-command.ts";
import { readPlainRun } from "./commands/line/plain-run.ts";
import { showError } from "./commands/line/show-error.ts";
import type { Host } from "./host/host.ts";

// podman-run(1): 125 is what stops a launch before the command starts.
const NOT_LAUNCHED = 125;

/** The command line: parses, runs one verb, prints an error if it fails, and returns the exit status. */
export async function main(argv: readonly string[], host: Host): Promise<number> {
  const isRun = argv[0] === "run";
  try {
    return await (isRun ? runSandbox(markCommand(argv), host) : runVerb(argv, host));
  } catch (error) {
    const status = showError(host, error);
    return isRun ? NOT_LAUNCHED : status;
  }
}

async function runSandbox(argv: readonly string[], host: Host): Promise<number> {
  const plain = readPlainRun(argv.slice(1));
  if (plain === undefined) return await runVerb(argv, host);
  const { run } = await import("./commands/run.ts");
  return await run(host, plain.flags, plain.command);
}

async function runVerb(argv: readonly string[], host: Host): Promise<number> {
  const { readCommandLine } = await import("./commands/line/command-line.ts");
  return (await readCommandLine(argv, host)?.()) ?? 0;
}

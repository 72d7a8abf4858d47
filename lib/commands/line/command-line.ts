import createYargs from "yargs";
import type { Argv } from "yargs";
import { approvalsCommand } from "../approvals.ts";
import { buildCommand, rebuildCommand } from "../build.ts";
import type { Command } from "./command.ts";
import { checkCommand } from "../check.ts";
import { completionCommand } from "../completion.ts";
import { completeWord, VERBS } from "./complete-word.ts";
import { doctorCommand } from "../doctor.ts";
import { egressCommand } from "../egress.ts";
import { explainCommand } from "../explain.ts";
import { initCommand } from "../init.ts";
import { logCommand } from "../log.ts";
import { profilesCommand } from "../profiles.ts";
import { proveCommand } from "../prove.ts";
import { runCommand } from "../run.ts";
import { upgradeCommand } from "../upgrade.ts";
import { scheduleCommand } from "../schedule.ts";
import { watchCommand } from "../watch.ts";
import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";

const USAGE_COLUMNS = 100;

/** A verb that was recognised, with its flags: thrown out of the parsing, see below. */
class Chosen {
  readonly start: () => Promise<number>;

  constructor(start: () => Promise<number>) {
    this.start = start;
  }
}

/** Adds a verb, unless the command line names another one: to read what is not asked for costs every start milliseconds. */
type AddVerb = <Flags extends object>(yargs: Argv, command: Command<Flags>) => Argv;

function verbAdder(host: Host, named: string | undefined): AddVerb {
  return (yargs, command) => {
    if (named !== undefined && named !== command.usage.split(" ", 1)[0]) return yargs;
    return yargs.command(command.usage, command.describe, command.flags, (flags) => {
      refuseRepeats(flags);
      // After a handler that returns, yargs lays out all of its help text, which no one asked for and costs 40 ms.
      throw new Chosen(() => command.run(host, flags, wordsAfterDashes(flags["--"])));
    });
  };
}

/** Reads a command line with yargs; undefined when it asked for help, the version or completions, which are printed then. */
export function readCommandLine(
  argv: readonly string[],
  host: Host,
): (() => Promise<number>) | undefined {
  const add = verbAdder(
    host,
    VERBS.find((verb) => verb === argv[0]),
  );
  let yargs = createYargs()
    .scriptName("paddock")
    .usage("$0 <command>\n\nRun AI coding agents in sandboxes that you can read.")
    // Its translations are not in the bundle: it would look for them on the disk, beside the package.
    .detectLocale(false)
    // A word of the sandboxed command such as 1e3 stays as it was typed.
    .parserConfiguration({ "populate--": true, "parse-positional-numbers": false });
  yargs = add(yargs, buildCommand);
  yargs = add(yargs, rebuildCommand);
  yargs = add(yargs, runCommand);
  yargs = add(yargs, profilesCommand);
  yargs = add(yargs, explainCommand);
  yargs = add(yargs, approvalsCommand);
  yargs = add(yargs, proveCommand);
  yargs = add(yargs, checkCommand);
  yargs = add(yargs, initCommand);
  yargs = add(yargs, upgradeCommand);
  yargs = add(yargs, watchCommand);
  yargs = add(yargs, scheduleCommand);
  yargs = add(yargs, doctorCommand);
  yargs = add(yargs, egressCommand);
  yargs = add(yargs, logCommand);
  yargs = add(yargs, completionCommand);
  try {
    // A promise only where a handler is asynchronous, and none of ours is.
    void yargs
      .completion("completion-words", false, (_current, words, done) =>
        done([...completeWord(host, words)]),
      )
      .version(host.settings.version)
      .help()
      .alias({ help: "h", version: "V" })
      .strict()
      .strictCommands()
      .recommendCommands()
      .demandCommand(1, "No command was given.")
      .wrap(Math.min(host.terminal.columns, USAGE_COLUMNS))
      .exitProcess(false)
      .showHelpOnFail(false)
      .fail(refuseUsage)
      .parse([...argv], {}, (_error, _flags, output) => {
        if (output) host.terminal.answer(`${output}\n`);
      });
    return undefined;
  } catch (thrown) {
    if (thrown instanceof Chosen) return thrown.start;
    throw thrown;
  }
}

const LISTS: ReadonlySet<string> = new Set([
  "_",
  "--",
  "build-arg",
  "buildArg",
  "accept-unenforced",
  "acceptUnenforced",
  "agent",
  "names",
  "profiles",
  "target",
]);

// yargs makes a list of a flag that is given twice; which of the two was meant is not for us to say.
function refuseRepeats(flags: object): void {
  for (const [name, value] of Object.entries(flags)) {
    if (!Array.isArray(value) || LISTS.has(name)) continue;
    throw new PaddockError("usage", `--${name} is given more than once.`, { fix: "Give it once." });
  }
}

function wordsAfterDashes(words: unknown): readonly string[] {
  return Array.isArray(words) ? words.map(String) : [];
}

function refuseUsage(message: string | null, error: Error | null): never {
  // yargs tells some mistakes of the person by an error of its own.
  if (error && error.name !== "YError") throw error;
  const failure = error?.message ?? message ?? "This command line is not understood.";
  throw new PaddockError("usage", failure, {
    fix: "See `paddock --help`, or `paddock COMMAND --help`.",
  });
}

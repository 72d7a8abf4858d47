import type { Argv } from "yargs";
import type { Host } from "../host/host.ts";
import type { Command } from "./line/command.ts";

const FORMATS = ["text", "json", "sarif"] as const;

/** The flags of `paddock check`. */
export interface CheckFlags {
  readonly profiles: readonly string[];
  readonly file: string | undefined;
  readonly format: (typeof FORMATS)[number];
  readonly fix: boolean;
}

function flags(yargs: Argv): Argv<CheckFlags> {
  return yargs
    .positional("profiles", {
      type: "string",
      array: true,
      default: [],
      describe: "Profiles to check; all of them without a name",
    })
    .option("file", {
      type: "string",
      requiresArg: true,
      describe: "Check this Containerfile instead",
    })
    .option("format", {
      choices: FORMATS,
      default: "text" as const,
      describe: "Form of the answer",
    })
    .option("fix", {
      type: "boolean",
      default: false,
      describe: "Mend what has exactly one right answer",
    });
}

async function run(host: Host, given: CheckFlags): Promise<number> {
  const { runCheck } = await import("./run-check.ts");
  return await runCheck(host, given);
}

/** `paddock check`: what is wrong with Containerfiles, with line and column. */
export const checkCommand: Command<CheckFlags> = {
  usage: "check [profiles..]",
  describe: "Find what is wrong with profiles, with line and column",
  flags,
  run,
};

import type { Argv } from "yargs";
import type { Host } from "../host/host.ts";
import { DEFAULT_PROFILE } from "../profile/names.ts";
import type { Command } from "./line/command.ts";

/** The flags of `paddock explain`. */
export interface ExplainFlags {
  readonly profile: string | undefined;
  readonly file: string | undefined;
  readonly diff: string | undefined;
  readonly json: boolean;
}

function flags(yargs: Argv): Argv<ExplainFlags> {
  return yargs
    .positional("profile", {
      type: "string",
      describe: `Profile to explain, ${DEFAULT_PROFILE} if none is named`,
    })
    .option("file", {
      type: "string",
      requiresArg: true,
      describe: "Explain this Containerfile, wherever it lies",
    })
    .option("diff", {
      type: "string",
      requiresArg: true,
      describe: "Show what it grants otherwise than this profile, or than what was `approved` last",
    })
    .option("json", { type: "boolean", default: false, describe: "Print as JSON" });
}

async function run(host: Host, given: ExplainFlags): Promise<number> {
  const { showExplanation } = await import("./show/show-explanation.ts");
  return await showExplanation(host, given);
}

/** `paddock explain`: what a label grants, in plain words. */
export const explainCommand: Command<ExplainFlags> = {
  usage: "explain [profile]",
  describe: "Say in plain words what a profile's label grants",
  flags,
  run,
};

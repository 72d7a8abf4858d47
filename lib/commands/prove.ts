import type { Argv } from "yargs";
import { DEFAULT_PROFILE } from "../profile/names.ts";
import type { Command } from "./line/command.ts";

/** The flags of `paddock prove`. */
export interface ProveFlags {
  readonly profile: string;
  readonly runtime: string | undefined;
  readonly target: readonly string[];
  readonly build: boolean;
  readonly json: boolean;
}

function flags(yargs: Argv): Argv<ProveFlags> {
  return yargs
    .positional("profile", {
      type: "string",
      default: DEFAULT_PROFILE,
      describe: "Profile to measure",
    })
    .option("runtime", {
      type: "string",
      requiresArg: true,
      describe: "OCI runtime in place of the label's",
    })
    .option("target", {
      type: "string",
      array: true,
      nargs: 1,
      default: [],
      describe: "PLACE=ADDRESS:PORT to try: internet, lan or metadata",
    })
    .option("build", {
      type: "boolean",
      default: true,
      describe: "Build first what is missing or stale; --no-build leaves it",
    })
    .option("json", { type: "boolean", default: false, describe: "Print it as JSON" });
}

/** `paddock prove`: measures inside a profile's own sandbox what its label promises. */
export const proveCommand: Command<ProveFlags> = {
  usage: "prove [profile]",
  describe: "Measure whether a profile's sandbox keeps what its label promises",
  flags,
  run: async (host, given) => {
    // In a file of its own beside the program: a launch that is not proved has no need of it.
    const { runProve } = await import("./run-prove.ts");
    return await runProve(host, given);
  },
};

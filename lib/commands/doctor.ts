import type { Argv } from "yargs";
import { PaddockError } from "../errors.ts";
import { DEFAULT_PROFILE } from "../profile/names.ts";
import type { Command } from "./line/command.ts";

/** The flags of `paddock doctor`. */
export interface DoctorFlags {
  readonly profile: string;
  readonly runtime: string | undefined;
  readonly network: boolean;
  readonly report: boolean;
  readonly json: boolean;
}

function flags(yargs: Argv): Argv<DoctorFlags> {
  return yargs
    .positional("profile", {
      type: "string",
      default: DEFAULT_PROFILE,
      describe: "Profile whose promises are looked at",
    })
    .option("runtime", {
      type: "string",
      requiresArg: true,
      describe: "Judge a launch with this OCI runtime in place of the label's",
    })
    .option("network", {
      type: "boolean",
      default: false,
      describe: "Ask npm's registry too whether it answers; nothing else leaves this machine",
    })
    .option("report", {
      type: "boolean",
      default: false,
      describe: "Print text for a bug report, without names, paths of yours or secrets",
    })
    .option("json", { type: "boolean", default: false, describe: "Print as JSON" });
}

/** `paddock doctor`: what this machine has, and which promises of a profile it keeps. */
export const doctorCommand: Command<DoctorFlags> = {
  usage: "doctor [profile]",
  describe: "Say what this machine has, and which promises of a profile it keeps",
  flags,
  run: async (host, given) => {
    if (given.json && given.report) {
      throw new PaddockError("usage", "--report is text, and --json is not.", {
        fix: "Leave one of them out.",
      });
    }
    // In a file of its own beside the program: a launch has no need of it.
    const { runDoctor } = await import("./run-doctor.ts");
    return await runDoctor(host, given);
  },
};

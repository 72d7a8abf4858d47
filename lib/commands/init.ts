import type { Argv } from "yargs";
import type { Host } from "../host/host.ts";
import { BASE_PROFILE } from "../profile/names.ts";
import type { Command } from "./line/command.ts";

interface InitFlags {
  readonly name: string;
  readonly from: string | undefined;
}

function flags(yargs: Argv): Argv<InitFlags> {
  return yargs
    .positional("name", {
      type: "string",
      demandOption: true,
      describe: "Name of the new profile; `latest` becomes your default",
    })
    .option("from", {
      type: "string",
      requiresArg: true,
      describe: "Profile to copy instead of beginning with the base",
    });
}

async function run(host: Host, given: InitFlags): Promise<number> {
  const { initProfile } = await import("../profile/init-profile.ts");
  const made = initProfile(host, given.name, given.from);
  host.terminal.answer(`${made.containerfile}\n`);
  const verb = given.name === BASE_PROFILE ? "build" : "run";
  host.terminal.say(
    `Its image is ${made.tag}. Read and edit it, then: paddock ${verb} ${given.name}\n`,
  );
  return 0;
}

/** `paddock init`: a profile of one's own. */
export const initCommand: Command<InitFlags> = {
  usage: "init <name>",
  describe: "Make a profile of your own, new or from another one",
  flags,
  run,
};

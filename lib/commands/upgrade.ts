import type { Argv } from "yargs";
import type { Command } from "./line/command.ts";

/** The flags of `paddock upgrade`. */
export interface UpgradeFlags {
  readonly agent: readonly string[];
  readonly check: boolean;
  readonly "dry-run": boolean;
  readonly to: string | undefined;
  readonly "allow-downgrade": boolean;
  readonly accept: boolean;
  readonly "min-age": string;
  readonly rebuild: boolean;
  readonly history: boolean;
  readonly undo: boolean;
  readonly json: boolean;
}

function flag(describe: string): { type: "boolean"; default: false; describe: string } {
  return { type: "boolean", default: false, describe };
}

function flags(yargs: Argv): Argv<UpgradeFlags> {
  return yargs
    .positional("agent", {
      type: "string",
      array: true,
      default: [],
      describe: "Agents to upgrade, by the name of their pin or package; all if none is named",
    })
    .option("check", flag("Change nothing; end 0 when all is current, 10 when not"))
    .option("dry-run", flag("Show the diff of the Containerfiles; change nothing"))
    .option("to", { type: "string", requiresArg: true, describe: "This version of one agent" })
    .option("allow-downgrade", flag("Take an older release where the registry went back"))
    .option("accept", flag("Take a release whose maintainers, repository or scripts changed"))
    .option("min-age", {
      type: "string",
      requiresArg: true,
      default: "1d",
      describe: "How old a release must be: 36h, 2d; 0 for any",
    })
    .option("rebuild", flag("Build what is affected and start each agent; if that fails, go back"))
    .option("history", flag("Show what was upgraded, of all agents or the named ones"))
    .option("undo", flag("Go back to the pins and images from before the last upgrade"))
    .option("json", flag("Print as JSON"));
}

/** `paddock upgrade`: raises the pins of the agents to releases that deserve trust. */
export const upgradeCommand: Command<UpgradeFlags> = {
  usage: "upgrade [agent..]",
  describe: "Pin the agents to their newest releases that can be trusted",
  flags,
  run: async (host, given) => {
    // In a file of its own beside the program: what asks registries is slow to load.
    const { runUpgrade } = await import("./run-upgrade.ts");
    return await runUpgrade(host, given);
  },
};

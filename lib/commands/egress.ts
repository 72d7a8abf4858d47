import type { Argv } from "yargs";
import type { Command } from "./line/command.ts";

/** The flags of `paddock egress`. */
export interface EgressFlags {
  readonly action: "list" | "groups" | "suggest" | "allow" | "deny";
  readonly names: readonly string[];
  readonly for: string | undefined;
  readonly sandbox: string | undefined;
  readonly cut: boolean;
  readonly "with-denied": boolean;
  readonly json: boolean;
}

const flag = (describe: string) => ({ type: "boolean", default: false, describe }) as const;
const value = (describe: string) => ({ type: "string", requiresArg: true, describe }) as const;

function flags(yargs: Argv): Argv<EgressFlags> {
  return yargs
    .positional("action", {
      choices: ["list", "groups", "suggest", "allow", "deny"] as const,
      default: "list" as const,
      describe: "What to do; list shows the running sandboxes and their lists",
    })
    .positional("names", {
      type: "string",
      array: true,
      default: [],
      describe: "suggest: a profile; allow and deny: a group, name, *.name or name:port",
    })
    .option("for", value("allow: for so long: 10m, 2h, or session"))
    .option("sandbox", value("allow, deny: the sandbox, where several run"))
    .option("cut", flag("deny: cut the connections that are open"))
    .option("with-denied", flag("suggest: add what was denied"))
    .option("json", flag("Print as JSON"));
}

/** `paddock egress`: the lists of what sandboxes may reach. */
export const egressCommand: Command<EgressFlags> = {
  usage: "egress [action] [names..]",
  describe: "Show, suggest or change what sandboxes with an egress list may reach",
  flags,
  run: async (host, given) => {
    // In a file of its own beside the program, with what reads lists.
    const { runEgress } = await import("./run-egress.ts");
    return await runEgress(host, given);
  },
};

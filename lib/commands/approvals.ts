import type { Argv } from "yargs";
import type { Host } from "../host/host.ts";
import type { Command } from "./line/command.ts";

interface ApprovalsFlags {
  readonly json: boolean;
  readonly forget: string | undefined;
}

function flags(yargs: Argv): Argv<ApprovalsFlags> {
  return yargs
    .option("json", { type: "boolean", default: false, describe: "Print as JSON" })
    .option("forget", {
      type: "string",
      describe: "Forget what was approved, of this profile or of all: the next launch asks again",
    });
}

async function run(host: Host, given: ApprovalsFlags): Promise<number> {
  const { forgetApprovals, listApprovals } = await import("./show/show-approvals.ts");
  return given.forget === undefined
    ? listApprovals(host, given.json)
    : forgetApprovals(host, given.forget || undefined);
}

/** `paddock approvals`: what was approved, for which profile and directory. */
export const approvalsCommand: Command<ApprovalsFlags> = {
  usage: "approvals",
  describe: "List what launches were approved, or forget it",
  flags,
  run,
};

import type { Argv } from "yargs";
import { isLimit, LIMIT_IDS } from "../doctor/limit-verdict.ts";
import type { LimitId } from "../doctor/limit-verdict.ts";
import { PaddockError } from "../errors.ts";
import type { Host } from "../host/host.ts";
import { DEFAULT_PROFILE } from "../profile/names.ts";
import type { Command } from "./command.ts";
import { showBuild } from "./show-build.ts";

interface RunFlags {
  readonly profile: string;
  readonly folder: string | undefined;
  readonly label: string;
  readonly runtime: string | undefined;
  readonly "accept-unenforced": readonly string[];
  readonly build: boolean;
  readonly runlabel: boolean;
  readonly yes: boolean;
  readonly "dry-run": boolean;
  readonly json: boolean;
}

/** The flags of `run` that take a value: what comes after the profile's name is the command, whatever it looks like. */
export const RUN_VALUE_FLAGS: ReadonlySet<string> = new Set([
  "-w",
  "--folder",
  "--label",
  "--runtime",
  "--accept-unenforced",
]);

function flags(yargs: Argv): Argv<RunFlags> {
  return yargs
    .positional("profile", {
      type: "string",
      default: DEFAULT_PROFILE,
      describe: "Profile to run; words after it are the command",
    })
    .option("folder", {
      alias: "w",
      type: "string",
      requiresArg: true,
      describe: "Directory of the workspace to start in",
    })
    .option("label", {
      type: "string",
      requiresArg: true,
      default: "run",
      describe: "Label that defines the launch",
    })
    .option("runtime", {
      type: "string",
      requiresArg: true,
      describe: "OCI runtime in place of the label's; crun runs without a virtual machine",
    })
    .option("accept-unenforced", {
      type: "string",
      array: true,
      nargs: 1,
      default: [],
      describe: "Launch though this machine leaves out a limit: memory, cpus or processes",
    })
    .option("build", {
      type: "boolean",
      default: true,
      describe: "Build first what is missing or stale; --no-build leaves it",
    })
    .option("runlabel", {
      type: "boolean",
      default: false,
      describe: "Let `podman container runlabel` read the label and start it",
    })
    .option("yes", {
      type: "boolean",
      default: false,
      describe: "Approve this one launch, without being asked and without remembering it",
    })
    .option("dry-run", {
      type: "boolean",
      default: false,
      describe: "Print what would be started, and start nothing",
    })
    .option("json", { type: "boolean", default: false, describe: "Print it as JSON" });
}

async function run(host: Host, given: RunFlags, command: readonly string[]): Promise<number> {
  requireConsistent(given);
  const { dryLaunch, prepareLaunch } = await import("../launch/launch.ts");
  const shown = showBuild(host, { json: false, fresh: false });
  const options = {
    ...given,
    labelName: given.label,
    acceptUnenforced: readLimits(given["accept-unenforced"]),
    command,
    onEvent: shown.onEvent,
  };
  if (given["dry-run"]) {
    const { showDryRun } = await import("./show-dry-run.ts");
    host.terminal.answer(showDryRun(await dryLaunch(host, options), given.json));
    return 0;
  }
  const [{ makeApprover }, { describeLaunch }, { startLaunch }] = await Promise.all([
    import("../launch/explained/approve-launch.ts"),
    import("../launch/describe-launch.ts"),
    import("../launch/start.ts"),
  ]);
  const { approve, hasShown } = makeApprover(host, given);
  const launch = await prepareLaunch(host, { ...options, approve }).finally(shown.done);
  if (!hasShown()) host.terminal.say(describeLaunch(launch.plan, host.terminal.columns));
  return await startLaunch(host, launch, { runlabel: given.runlabel, command });
}

function readLimits(words: readonly string[]): readonly LimitId[] {
  return words.map((word) => {
    if (isLimit(word)) return word;
    throw new PaddockError("usage", `--accept-unenforced cannot say ${JSON.stringify(word)}.`, {
      fix: `It takes ${LIMIT_IDS.join(", ")}; nothing else is left out in silence.`,
    });
  });
}

function requireConsistent(given: RunFlags): void {
  if (given.runtime !== undefined && !/^[a-z][\w.-]*$/.test(given.runtime)) {
    throw new PaddockError("usage", `--runtime ${JSON.stringify(given.runtime)} is not a name.`, {
      fix: "Name a runtime that Podman knows, such as crun or krun.",
    });
  }
  if (given.json && !given["dry-run"]) {
    throw new PaddockError("usage", "--json goes with --dry-run: a sandbox has its own output.", {
      fix: "Write --dry-run --json.",
    });
  }
  if (given.runlabel && (given.runtime !== undefined || given.folder !== undefined)) {
    throw new PaddockError("usage", "With --runlabel Podman reads the label as it is.", {
      fix: "Leave out --runtime and -w, or --runlabel.",
    });
  }
}

/** `paddock run`: launches what the label says. */
export const runCommand: Command<RunFlags> = {
  usage: "run [profile]",
  describe: "Run a profile's sandbox on the current directory",
  flags,
  run,
};

import type { Argv } from "yargs";
import { LIMIT_IDS } from "../doctor/limit-verdict.ts";
import { PaddockError } from "../errors.ts";
import type { Host } from "../host/host.ts";
import { printable } from "../printable.ts";
import { DEFAULT_PROFILE } from "../profile/names.ts";
import { wrap } from "../wrap.ts";
import type { Command } from "./command.ts";
import { showBuild } from "./show-build.ts";

interface ProveFlags {
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

async function run(host: Host, given: ProveFlags): Promise<number> {
  const [{ prepareLaunch }, { prove }, { stands }, { readNamedTargets }, show] = await Promise.all([
    import("../launch/launch.ts"),
    import("../prove/prove.ts"),
    import("../prove/outcome.ts"),
    import("./named-targets.ts"),
    import("./show-proof.ts"),
  ]);
  const named = readNamedTargets(given.target);
  requireRuntimeName(given.runtime);
  const shown = showBuild(host, { json: false, fresh: false });
  const launch = await prepareLaunch(host, {
    ...given,
    folder: undefined,
    labelName: "run",
    command: [],
    runlabel: false,
    // What the machine leaves out is a row of the answer.
    acceptUnenforced: LIMIT_IDS,
    onEvent: shown.onEvent,
  }).finally(shown.done);
  const { columns } = host.terminal;
  for (const warning of launch.plan.warnings) {
    host.terminal.say(`${wrap(printable(`warning  ${warning}`), columns, " ".repeat(9))}\n`);
  }
  const proofs = await prove(host, launch, {
    named,
    onTargets: (targets) => host.terminal.say(show.targetLines(targets, columns)),
  });
  const { name } = launch.plan.profile;
  host.terminal.answer(given.json ? show.proofJson(name, proofs) : show.proofRows(proofs, columns));
  host.terminal.say(show.proofSummary(proofs));
  return proofs.every(stands) ? 0 : 1;
}

function requireRuntimeName(runtime: string | undefined): void {
  if (runtime === undefined || /^[a-z][\w.-]*$/.test(runtime)) return;
  throw new PaddockError("usage", `--runtime ${JSON.stringify(runtime)} is not a name.`, {
    fix: "Name a runtime that Podman knows, such as crun or krun.",
  });
}

/** `paddock prove`: measures inside a profile's own sandbox what its label promises. */
export const proveCommand: Command<ProveFlags> = {
  usage: "prove [profile]",
  describe: "Measure whether a profile's sandbox keeps what its label promises",
  flags,
  run,
};

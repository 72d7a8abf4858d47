import { isLimit, LIMIT_IDS } from "../doctor/limit-verdict.ts";
import type { LimitId } from "../doctor/limit-verdict.ts";
import { PaddockError } from "../errors.ts";
import type { Host } from "../host/host.ts";
import { printable } from "../printable.ts";
import type { Command } from "./line/command.ts";
import { describeRun } from "./line/run-flags.ts";
import type { RunFlags } from "./line/run-flags.ts";
import { showBuild } from "./show/show-build.ts";

/** Launches what the label says; returns the status that the sandbox ended with. */
export async function run(
  host: Host,
  given: RunFlags,
  command: readonly string[],
): Promise<number> {
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
    const { dryAdditions, showDryRun } = await import("./show/show-dry-run.ts");
    const launch = await dryLaunch(host, options);
    const additions = await dryAdditions(host, launch, given.runlabel);
    host.terminal.answer(showDryRun(launch, additions, given.json));
    for (const { words, why } of given.json ? [] : additions) {
      host.terminal.say(`note     ${printable(words.join(" "))} is Paddock's own: it ${why}\n`);
    }
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
  if (given.prove) {
    const { requireProof } = await import("./run-prove.ts");
    await requireProof(host, launch, { targets: given.target, accepted: options.acceptUnenforced });
  }
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
  if (given.prove && given["dry-run"]) {
    throw new PaddockError("usage", "--prove starts a sandbox, and --dry-run starts nothing.", {
      fix: "Leave one of them out.",
    });
  }
  if (given.target.length > 0 && !given.prove) {
    throw new PaddockError("usage", "--target says what --prove is to try.", {
      fix: "Write --prove as well.",
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
  flags: describeRun,
  run,
};

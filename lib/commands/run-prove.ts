import { LIMIT_IDS } from "../doctor/limit-verdict.ts";
import { PaddockError } from "../errors.ts";
import type { Host } from "../host/host.ts";
import { prepareLaunch } from "../launch/launch.ts";
import type { PlannedLaunch } from "../launch/launch.ts";
import { printable } from "../printable.ts";
import { stands } from "../prove/outcome.ts";
import type { Proof } from "../prove/outcome.ts";
import type { NamedTarget } from "../prove/plan-targets.ts";
import { prove } from "../prove/prove.ts";
import { wrap } from "../wrap.ts";
import { readNamedTargets } from "./line/named-targets.ts";
import type { ProveFlags } from "./prove.ts";
import { showBuild } from "./show/show-build.ts";
import { proofJson, proofRows, proofSummary, targetLines } from "./show/show-proof.ts";

const NOT_KEPT = 1;

/** Proves a profile's launch and prints every row: 0 where each promise of its label holds, else 1. */
export async function runProve(host: Host, given: ProveFlags): Promise<number> {
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
  const proofs = await proveAloud(host, launch, named);
  const { name } = launch.plan.profile;
  host.terminal.answer(given.json ? proofJson(name, proofs) : proofRows(proofs, columns));
  host.terminal.say(proofSummary(proofs));
  return proofs.every(stands) ? 0 : NOT_KEPT;
}

export interface ProofRequest {
  /** PLACE=ADDRESS:PORT. */
  readonly targets: readonly string[];
  /** Controls that may be left out by this machine. */
  readonly accepted: readonly string[];
}

/** Proves a launch before it is started; throws `refused` where a promise of its label does not hold. */
export async function requireProof(
  host: Host,
  launch: PlannedLaunch,
  { targets, accepted }: ProofRequest,
): Promise<void> {
  const proofs = await proveAloud(host, launch, readNamedTargets(targets));
  const isAccepted = ({ control, outcome }: Proof): boolean =>
    outcome.result === "not enforced here" && accepted.includes(control.id);
  const failed = proofs.filter((proof) => !stands(proof) && !isAccepted(proof));
  host.terminal.say(proofRows(failed, host.terminal.columns) + proofSummary(proofs));
  if (failed.length === 0) return;
  throw new PaddockError(
    "refused",
    `The sandbox does not keep what its label promises: ${failed.map(({ control }) => control.id).join(", ")}.`,
    { fix: `Run \`paddock prove ${launch.plan.profile.name}\` to see every row.` },
  );
}

async function proveAloud(
  host: Host,
  launch: PlannedLaunch,
  named: readonly NamedTarget[],
): Promise<readonly Proof[]> {
  return await prove(host, launch, {
    named,
    onTargets: (planned) => host.terminal.say(targetLines(planned, host.terminal.columns)),
  });
}

function requireRuntimeName(runtime: string | undefined): void {
  if (runtime === undefined || /^[a-z][\w.-]*$/.test(runtime)) return;
  throw new PaddockError("usage", `--runtime ${JSON.stringify(runtime)} is not a name.`, {
    fix: "Name a runtime that Podman knows, such as crun or krun.",
  });
}

import { PaddockError } from "../errors.ts";
import type { Host } from "../host/host.ts";
import type { PlannedLaunch } from "../launch/launch.ts";
import { stands } from "../prove/outcome.ts";
import type { Proof } from "../prove/outcome.ts";
import { prove } from "../prove/prove.ts";
import { readNamedTargets } from "./named-targets.ts";
import { proofRows, proofSummary, targetLines } from "./show-proof.ts";

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
  const { columns } = host.terminal;
  const proofs = await prove(host, launch, {
    named: readNamedTargets(targets),
    onTargets: (planned) => host.terminal.say(targetLines(planned, columns)),
  });
  const isAccepted = ({ control, outcome }: Proof): boolean =>
    outcome.result === "not enforced here" && accepted.includes(control.id);
  const failed = proofs.filter((proof) => !stands(proof) && !isAccepted(proof));
  host.terminal.say(proofRows(failed, columns) + proofSummary(proofs));
  if (failed.length === 0) return;
  throw new PaddockError(
    "refused",
    `The sandbox does not keep what its label promises: ${failed.map(({ control }) => control.id).join(", ")}.`,
    { fix: `Run \`paddock prove ${launch.plan.profile.name}\` to see every row.` },
  );
}

import type { Proof, Outcome } from "../../prove/outcome.ts";
import { stands } from "../../prove/outcome.ts";
import type { PlannedTarget } from "../../prove/plan-targets.ts";
import { printable } from "../../printable.ts";
import { wrap } from "../../wrap.ts";

const RESULT_COLUMNS = "not enforced here".length + 2;

/** The proofs as rows: the result, the control, what is promised, and what was measured or why not. */
export function proofRows(proofs: readonly Proof[], columns: number): string {
  const rows = proofs.map(({ control, outcome }) => {
    const result = outcome.result.padEnd(RESULT_COLUMNS);
    return `${result}${control.id}: ${control.promise} (${evidence(outcome)})`;
  });
  const indent = " ".repeat(RESULT_COLUMNS);
  return rows.map((row) => `${wrap(printable(row), columns, indent)}\n`).join("");
}

/** One line: how many of the promises hold. */
export function proofSummary(proofs: readonly Proof[]): string {
  const broken = proofs.filter((proof) => !stands(proof));
  const held = proofs.filter(({ outcome }) => outcome.result === "holds").length;
  if (broken.length === 0) return `${held} of ${proofs.length} hold, none is broken\n`;
  return `${held} of ${proofs.length} hold; not: ${broken.map(({ control }) => control.id).join(", ")}\n`;
}

/** The same as JSON. */
export function proofJson(profile: string, proofs: readonly Proof[]): string {
  const answer = {
    profile,
    holds: proofs.every(stands),
    controls: proofs.map((proof) => ({
      id: proof.control.id,
      promise: proof.control.promise,
      flags: proof.control.flags,
      result: proof.outcome.result,
      evidence: evidence(proof.outcome),
      stands: stands(proof),
    })),
  };
  return `${JSON.stringify(answer, undefined, 2)}\n`;
}

/** What will be connected to, for a person to read before it is. */
export function targetLines(targets: readonly PlannedTarget[], columns: number): string {
  const lines = targets.map(({ place, address, port, protocol }) => {
    const where = address.includes(":") ? `[${address}]` : address;
    return `tries    ${place}: ${where}, ${protocol} port ${port ?? "opened for it"}`;
  });
  return lines.map((line) => `${wrap(line, columns, " ".repeat(9))}\n`).join("");
}

function evidence(outcome: Outcome): string {
  return "measured" in outcome ? outcome.measured : outcome.reason;
}

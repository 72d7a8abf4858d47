import type { Control } from "../control/control.ts";
import type { EgressControl } from "./egress/egress-controls.ts";

/** What became of one promise. */
export type Outcome =
  | { readonly result: "holds"; readonly measured: string }
  | { readonly result: "does not hold"; readonly measured: string }
  /** The label asks for it and something of this machine cannot keep it. */
  | { readonly result: "not enforced here"; readonly reason: string }
  | { readonly result: "not measurable"; readonly reason: string };

/** A promise and what became of it. */
export interface Proof {
  readonly control: Control | EgressControl;
  readonly outcome: Outcome;
}

export function holds(measured: string): Outcome {
  return { result: "holds", measured };
}

export function broken(measured: string): Outcome {
  return { result: "does not hold", measured };
}

export function notEnforced(reason: string): Outcome {
  return { result: "not enforced here", reason };
}

export function notMeasurable(reason: string): Outcome {
  return { result: "not measurable", reason };
}

/** Whether a proof lets a launch stand: a promise that holds, or something allowed that there was nothing to try on. */
export function stands({ control, outcome }: Proof): boolean {
  if (outcome.result === "holds") return true;
  const { expected } = control;
  const isGrant = expected.kind === "egress" ? expected.allowed : isReachable(expected);
  return isGrant && outcome.result === "not measurable";
}

function isReachable(expected: Control["expected"]): boolean {
  return expected.kind === "reach" && expected.reachable;
}

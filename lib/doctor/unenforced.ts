import { limitControls } from "../control/limits.ts";
import type { Control } from "../control/control.ts";
import type { Policy } from "../policy/policy.ts";
import { isLimit, limitVerdict } from "./limit-verdict.ts";
import type { LimitFacts, LimitId } from "./limit-verdict.ts";
import type { Verdict } from "./verdict.ts";

/** A limit of a launch that this machine is known to leave out without a word. */
export interface Unenforced {
  readonly id: LimitId;
  readonly control: Control;
  readonly verdict: Verdict;
}

/** The limits of a policy, whether a machine has to be looked at for it at all. */
export function hasLimits(policy: Policy): boolean {
  return limitControls(policy).some(({ id }) => isLimit(id));
}

/** The limits that this machine is known not to enforce; one that cannot be told is not among them. */
export function unenforcedLimits(policy: Policy, facts: LimitFacts): readonly Unenforced[] {
  return limitControls(policy).flatMap((control) => {
    const { id } = control;
    if (!isLimit(id)) return [];
    const verdict = limitVerdict({ id, flags: control.flags }, policy, facts);
    return verdict.state === "broken" ? [{ id, control, verdict }] : [];
  });
}

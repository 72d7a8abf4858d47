import type { Policy } from "../policy/policy.ts";
import type { Control } from "./control.ts";
import { limitControls } from "./limits.ts";
import { networkControls } from "./network.ts";
import { placeControls } from "./places.ts";
import { privilegeControls } from "./privileges.ts";

/** Everything that a launch promises, by its policy alone: what the label asks for and what the absence of a flag implies. */
export function promisedControls(policy: Policy): readonly Control[] {
  return [
    ...limitControls(policy),
    ...privilegeControls(policy),
    ...placeControls(policy),
    ...networkControls(policy),
  ];
}

import type { MachineFacts } from "../../host/machine/machine-facts.ts";
import type { Policy } from "../../policy/policy.ts";

/** What a launch would be refused for before anything is started. */
export interface Obstacle {
  readonly message: string;
  readonly fix: string;
}

/** A launch and the machine it is for. */
export interface JudgedLaunch {
  readonly policy: Policy;
  readonly facts: MachineFacts;
  readonly obstacles: readonly Obstacle[];
}

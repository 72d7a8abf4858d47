import type { PlacedPin } from "../pins/placed-pins.ts";
import type { NewPin } from "../release/agent-plan.ts";

/** The two texts of an agent's lock. */
export interface LockTexts {
  readonly packageJson: string;
  readonly packageLock: string;
}

/** A pin and what it becomes; `lock` is missing where the pin has none beside it. */
export interface PinMove {
  readonly placed: PlacedPin;
  readonly to: NewPin;
  readonly lock?: LockTexts;
}

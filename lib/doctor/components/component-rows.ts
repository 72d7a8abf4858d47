import type { MachineFacts } from "../../host/machine/machine-facts.ts";
import type { ComponentRow } from "./component-row.ts";
import { engineRows } from "./engine.ts";
import { machineRows, userRows } from "./machine.ts";

/** One row a component, from the facts alone: what was not told is `unknown`, never `ok`. */
export function componentRows(facts: MachineFacts): readonly ComponentRow[] {
  return [...machineRows(facts), ...engineRows(facts), ...userRows(facts)];
}

import type { LaunchFinding } from "../../launch/blame.ts";
import type { LaunchFacts } from "../../launch/launch-facts.ts";
import { judgeEnvironment } from "./environment.ts";
import { judgeFolders } from "./folders.ts";
import { judgeMachine } from "./machine.ts";
import { judgeWalls } from "./walls.ts";

/** What is to be said of a launch besides what a launch itself is judged by: nothing of it stops one. */
export function judgeGrants(facts: LaunchFacts): LaunchFinding[] {
  return [
    ...judgeWalls(facts),
    ...judgeMachine(facts),
    ...judgeEnvironment(facts),
    ...judgeFolders(facts),
  ];
}

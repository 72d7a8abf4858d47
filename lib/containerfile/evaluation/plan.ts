import type { Containerfile } from "../containerfile.ts";
import { unknownTarget } from "../refusal.ts";
import { globalArguments } from "./globals.ts";
import { platformVariables } from "./platform.ts";
import type { BuildInputs, Variables } from "./scope.ts";
import { linkStages, type LinkedStage } from "./stage-graph.ts";

export interface BuildPlan {
  readonly globals: Variables;
  /** The stages that the build runs, in order; the target is the last. */
  readonly stages: readonly [LinkedStage, ...LinkedStage[]];
  readonly target: LinkedStage;
}

/** What a build of `target` (a stage's name or number; the last stage without it) runs: stages it does not need are skipped. */
export function planBuild(
  containerfile: Containerfile,
  inputs: BuildInputs & { readonly target?: string },
): BuildPlan {
  const globals = globalArguments(containerfile.globals, inputs);
  const platform = platformVariables(inputs.platform);
  const linked = linkStages(containerfile, (name) => globals.get(name) ?? platform.get(name));
  const target = findTarget(linked, inputs.target);
  if (target === undefined) throw unknownTarget(linked.map(({ name }) => name));
  const needed = new Set<LinkedStage>();
  markNeeded(linked, target, needed);
  const [first = target, ...others] = linked.filter((stage) => needed.has(stage));
  return { globals, stages: [first, ...others], target };
}

/** A stage of a plan and those that it is FROM, the lowest last. */
export function standsOn(
  stage: LinkedStage,
  plan: Pick<BuildPlan, "stages">,
): readonly [LinkedStage, ...LinkedStage[]] {
  const { base } = stage;
  const below =
    base.kind === "stage"
      ? plan.stages.find((other) => other.stage.index === base.index)
      : undefined;
  return below === undefined ? [stage] : [stage, ...standsOn(below, plan)];
}

function findTarget(
  linked: readonly LinkedStage[],
  target: string | undefined,
): LinkedStage | undefined {
  if (target === undefined || target === "") return linked.at(-1);
  const named = linked.find(({ name }) => name === target);
  return named ?? (/^\d+$/u.test(target) ? linked[Number(target)] : undefined);
}

function markNeeded(
  linked: readonly LinkedStage[],
  stage: LinkedStage,
  needed: Set<LinkedStage>,
): void {
  if (needed.has(stage)) return;
  needed.add(stage);
  for (const source of [stage.base, ...stage.copies]) {
    const other = source.kind === "stage" ? linked[source.index] : undefined;
    if (other !== undefined) markNeeded(linked, other, needed);
  }
  // The builder knows stages by name only, so a namesake is built along.
  for (const other of linked) {
    if (other.name === stage.name && other.stage.index < stage.stage.index)
      markNeeded(linked, other, needed);
  }
}

import type { Containerfile } from "./containerfile.ts";
import { planBuild, standsOn } from "./evaluation/plan.ts";
import type { BuildInputs } from "./evaluation/scope.ts";

/** The images from outside the file that a build needs, as named there. */
export interface ExternalImages {
  /** At the root of the target; undefined where that is scratch. */
  readonly base: string | undefined;
  /** Those that the other stages stand on or copy from, each once. */
  readonly others: readonly string[];
}

/** Which images a build of `target` takes from outside; throws PaddockError "containerfile-invalid" for a name that cannot be read. */
export function externalImages(
  containerfile: Containerfile,
  options: BuildInputs & { readonly target?: string } = {},
): ExternalImages {
  const plan = planBuild(containerfile, options);
  const { stages } = plan;
  const root = standsOn(plan.target, plan).at(-1)?.base;
  const base = root?.kind === "image" ? root.name : undefined;
  const all = stages.map((stage) => stage.base).concat(stages.flatMap(({ copies }) => copies));
  const names = all.flatMap((source) => (source.kind === "image" ? [source.name] : []));
  return { base, others: [...new Set(names)].filter((name) => name !== base) };
}

/** The numbers of the stages whose labels the image of `target` has: its own, and those that it is FROM. */
export function imageStages(
  containerfile: Containerfile,
  options: BuildInputs & { readonly target?: string } = {},
): ReadonlySet<number> {
  const plan = planBuild(containerfile, options);
  return new Set(standsOn(plan.target, plan).map(({ stage }) => stage.index));
}

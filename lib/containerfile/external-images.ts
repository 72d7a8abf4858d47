import type { Containerfile } from "./containerfile.ts";
import { planBuild } from "./evaluation/plan.ts";
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
  const { stages, target } = planBuild(containerfile, options);
  let root = target;
  for (;;) {
    const { base } = root;
    const below =
      base.kind === "stage" ? stages.find(({ stage }) => stage.index === base.index) : undefined;
    if (below === undefined) break;
    root = below;
  }
  const base = root.base.kind === "image" ? root.base.name : undefined;
  const all = stages.map((stage) => stage.base).concat(stages.flatMap(({ copies }) => copies));
  const names = all.flatMap((source) => (source.kind === "image" ? [source.name] : []));
  return { base, others: [...new Set(names)].filter((name) => name !== base) };
}

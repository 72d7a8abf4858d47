import type { Containerfile, Instruction } from "./containerfile.ts";
import { applyArguments, checkExpansions, expandProperties } from "./evaluation/apply.ts";
import type { Doubt } from "./evaluation/words/expansion.ts";
import { planBuild, type BuildPlan } from "./evaluation/plan.ts";
import { DEFAULT_PATH, Scope, type BuildInputs, type Variables } from "./evaluation/scope.ts";
import type { LinkedStage } from "./evaluation/stage-graph.ts";
import type { TextRange } from "./text-range.ts";
import type { ValueSource } from "./value-source.ts";

/** How a Containerfile is built, as far as labels depend on it. */
export interface EvaluationOptions extends BuildInputs {
  /** A stage's name or number; the last stage without it. */
  readonly target?: string;
  /** The labels of the external image at the root of the target. */
  readonly baseLabels?: Readonly<Record<string, string>>;
  /** The environment of that image. */
  readonly baseEnvironment?: Readonly<Record<string, string>>;
}

/** A label as the built image will carry it. */
export interface EvaluatedLabel {
  readonly key: string;
  readonly value: string;
  /** The stage that sets it; undefined for a label of the base image. */
  readonly stage: number | undefined;
  /** Key and value as written; undefined for a label of the base image. */
  readonly range: TextRange | undefined;
  readonly valueRange: TextRange | undefined;
  /** The value stretch by stretch, with the place of each in the value as written; empty for a label of the base image. */
  readonly sources: readonly ValueSource[];
  /** Why the value may not be what its author meant, though it is what will be stored. */
  readonly doubts: readonly Doubt[];
}

/** What an image holds of labels and variables, for itself and for a child that is FROM it. */
export interface EvaluatedImage {
  /** Without the labels that the builder adds by itself (io.buildah.version). */
  readonly labels: readonly EvaluatedLabel[];
  readonly environment: Readonly<Record<string, string>>;
}

interface StageResult {
  readonly labels: ReadonlyMap<string, EvaluatedLabel>;
  readonly environment: Variables;
}

/** The labels that `podman build` (buildah 1.39, Podman 5.4) will store, by its rules of quotes, escapes and variables. */
export function evaluateLabels(
  containerfile: Containerfile,
  options: EvaluationOptions = {},
): readonly EvaluatedLabel[] {
  return evaluateImage(containerfile, options).labels;
}

/** Labels and final environment of the image that a build makes; throws PaddockError "containerfile-invalid" where the build would stop. */
export function evaluateImage(
  containerfile: Containerfile,
  options: EvaluationOptions = {},
): EvaluatedImage {
  const plan = planBuild(containerfile, options);
  const results = new Map<number, StageResult>();
  for (const linked of plan.stages)
    results.set(linked.stage.index, evaluateStage(linked, results, plan, options));
  const target = results.get(plan.target.stage.index);
  const environment: [string, string][] = [];
  for (const [name, { value }] of target?.environment ?? []) environment.push([name, value]);
  return {
    labels: [...(target?.labels.values() ?? [])],
    environment: Object.fromEntries(environment),
  };
}

function evaluateStage(
  { stage, base }: LinkedStage,
  results: ReadonlyMap<number, StageResult>,
  { globals }: BuildPlan,
  options: EvaluationOptions,
): StageResult {
  const start =
    base.kind === "stage"
      ? results.get(base.index)
      : base.kind === "image"
        ? baseImage(options)
        : undefined;
  const labels = new Map(start?.labels);
  const environment = new Map(start?.environment);
  if (!environment.has("PATH")) environment.set("PATH", { value: DEFAULT_PATH, doubts: [] });
  const scope = new Scope(options, globals, environment);
  for (const instruction of stage.instructions)
    applyInstruction(instruction, { scope, labels, stage: stage.index });
  return { labels, environment: scope.environment };
}

function baseImage({ baseLabels = {}, baseEnvironment = {} }: EvaluationOptions): StageResult {
  const environment = new Map(
    Object.entries(baseEnvironment).map(([name, value]) => [name, { value, doubts: [] }]),
  );
  const labels = new Map<string, EvaluatedLabel>();
  for (const [key, value] of Object.entries(baseLabels)) {
    labels.set(key, {
      key,
      value,
      stage: undefined,
      range: undefined,
      valueRange: undefined,
      sources: [],
      doubts: [],
    });
  }
  return { labels, environment };
}

interface StageState {
  readonly scope: Scope;
  readonly labels: Map<string, EvaluatedLabel>;
  readonly stage: number;
}

function applyInstruction(instruction: Instruction, { scope, labels, stage }: StageState): void {
  switch (instruction.kind) {
    case "argument":
      applyArguments(instruction, scope);
      break;
    case "environment":
      for (const { key, value, property } of expandProperties(instruction, scope)) {
        scope.setEnvironment(
          key.value,
          { value: value.value, doubts: [...key.doubts, ...value.doubts] },
          property.key.range,
        );
      }
      break;
    case "label":
      for (const { key, value, property } of expandProperties(instruction, scope)) {
        labels.set(key.value, {
          key: key.value,
          value: value.value,
          stage,
          range: property.range,
          valueRange: property.value.range,
          sources: value.sources,
          doubts: [...key.doubts, ...value.doubts],
        });
      }
      break;
    case "other":
      checkExpansions(instruction, scope);
      break;
    case "onbuild":
    case "from":
      break;
  }
}

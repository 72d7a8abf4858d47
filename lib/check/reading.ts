import type { Containerfile, Instruction, WrittenLabel } from "../containerfile/containerfile.ts";
import {
  evaluateImage,
  type EvaluatedImage,
  type EvaluatedLabel,
} from "../containerfile/evaluate-image.ts";
import { imageStages } from "../containerfile/external-images.ts";
import { parseContainerfile } from "../containerfile/parse.ts";
import { partFinder, type PartFinder } from "../containerfile/part-finder.ts";
import { selectRunLabel } from "../label/select-run-label.ts";
import type { Subject } from "./subject.ts";

/** A label of the file with what it becomes in the image. */
export interface OwnLabel {
  readonly written: WrittenLabel;
  readonly evaluated: EvaluatedLabel;
}

/** A Containerfile as the rules see it. */
export interface Reading {
  readonly subject: Subject;
  readonly containerfile: Containerfile;
  readonly image: EvaluatedImage;
  readonly part: PartFinder;
  /** The stages whose labels the image has. */
  readonly stages: ReadonlySet<number>;
  /** Every label of the file that the image has, in the order of the file. */
  readonly labels: readonly OwnLabel[];
  /** The one that defines a launch. */
  readonly run: OwnLabel | undefined;
}

/** Reads a Containerfile for its rules; throws PaddockError "containerfile-invalid" where a build would stop. */
export function readSubject(subject: Subject): Reading {
  const containerfile = parseContainerfile(subject.text);
  const { base, buildArguments: buildArgs } = subject;
  const image = evaluateImage(containerfile, {
    buildArgs,
    baseLabels: base.labels,
    baseEnvironment: base.environment,
  });
  const labels = image.labels.flatMap((evaluated): OwnLabel[] => {
    const written = containerfile.labels.find(({ range }) => range === evaluated.range);
    return written === undefined ? [] : [{ written, evaluated }];
  });
  return {
    subject,
    containerfile,
    image,
    part: partFinder(containerfile),
    stages: imageStages(containerfile, { buildArgs }),
    labels,
    run: labels.findLast(
      ({ evaluated }) => isRunKey(evaluated.key) && /[^ \t\r\n]/.test(evaluated.value),
    ),
  };
}

/** Whether a label's key is `run` by Podman's comparison. */
export function isRunKey(key: string): boolean {
  return selectRunLabel({ [key]: "x" }).kind === "found";
}

/** The instructions of the image in the order of the build: those of the stages that it stands on. */
export function imageInstructions({ containerfile, stages }: Reading): readonly Instruction[] {
  return containerfile.stages
    .filter(({ index }) => stages.has(index))
    .flatMap(({ instructions }) => instructions);
}

import { evaluateImage } from "../containerfile/evaluate-image.ts";
import type { EvaluatedLabel } from "../containerfile/evaluate-image.ts";
import type { ImagesByName } from "../host/podman.ts";
import { inFile } from "../image/chain.ts";
import type { Link } from "../image/chain.ts";

/** What the image of a profile will carry, by its Containerfile and those it is built on. */
export interface EvaluatedProfile {
  readonly labels: readonly EvaluatedLabel[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Evaluates a chain from the lowest up; a foreign base gives the labels and environment that its image has. */
export function evaluateChain(
  chain: readonly Link[],
  images: ImagesByName,
  buildArguments: (link: Link) => Readonly<Record<string, string>>,
): EvaluatedProfile {
  const evaluated = new Map<string, EvaluatedProfile>();
  let last: EvaluatedProfile = { labels: [], environment: {} };
  for (const link of chain) {
    const own = link.base === undefined ? undefined : evaluated.get(link.base);
    const foreign = link.base === undefined ? undefined : images.get(link.base);
    const image = inFile(link.profile.containerfile, () =>
      evaluateImage(link.containerfile, {
        buildArgs: buildArguments(link),
        baseLabels: own ? asRecord(own.labels) : (foreign?.labels ?? {}),
        baseEnvironment: own?.environment ?? foreign?.environment ?? {},
      }),
    );
    last = { ...image, labels: image.labels.map((label) => withDoubts(label, own)) };
    evaluated.set(link.profile.tag, last);
  }
  return last;
}

// An inherited label is as doubtful as it was in the Containerfile that wrote it.
function withDoubts(label: EvaluatedLabel, below: EvaluatedProfile | undefined): EvaluatedLabel {
  if (label.stage !== undefined) return label;
  const written = below?.labels.find(({ key }) => key === label.key);
  return { ...label, doubts: written?.doubts ?? label.doubts };
}

export function asRecord(labels: readonly EvaluatedLabel[]): Record<string, string> {
  return Object.fromEntries(labels.map((label) => [label.key, label.value]));
}

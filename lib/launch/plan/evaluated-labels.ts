import { evaluateImage } from "../../containerfile/evaluate-image.ts";
import type { EvaluatedLabel } from "../../containerfile/evaluate-image.ts";
import type { ImageFacts } from "../../host/podman/image-facts.ts";
import type { ImagesByName } from "../../host/podman/podman.ts";
import { inFile } from "../../image/chain.ts";
import type { Link } from "../../image/chain.ts";
import { remembered } from "../../image/remembered.ts";
import type { RememberingHost } from "../../image/remembered.ts";
import { isJsonObject, isTextMap } from "../../json-object.ts";

/** What the image of a profile will carry, by its Containerfile and those it is built on. */
export interface EvaluatedProfile {
  readonly labels: readonly EvaluatedLabel[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Evaluates a chain from the lowest up; a foreign base gives the labels and environment that its image has. */
export function evaluateChain(
  host: RememberingHost,
  chain: readonly Link[],
  images: ImagesByName,
  buildArguments: (link: Link) => Readonly<Record<string, string>>,
): EvaluatedProfile {
  const given = chain.map((link) => givenLink(link, images, buildArguments));
  return remembered(host, {
    tag: chain.at(-1)?.profile.tag ?? "",
    topic: "labels",
    question: given.map(({ link, foreign, buildArgs }) => [
      [link.profile.tag, link.profile.text, link.base, buildArgs],
      [foreign?.labels, foreign?.environment],
    ]),
    isAnswer: isEvaluated,
    compute: () => evaluate(given),
  });
}

/** The same with no image known, and nothing remembered: it would take the place of what a launch has remembered of the profile. */
export function evaluateWithoutImages(
  chain: readonly Link[],
  buildArguments: (link: Link) => Readonly<Record<string, string>>,
): EvaluatedProfile {
  return evaluate(chain.map((link) => givenLink(link, new Map(), buildArguments)));
}

function givenLink(
  link: Link,
  images: ImagesByName,
  buildArguments: (link: Link) => Readonly<Record<string, string>>,
): GivenLink {
  const foreign = link.base === undefined ? undefined : images.get(link.base);
  return { link, foreign, buildArgs: buildArguments(link) };
}

interface GivenLink {
  readonly link: Link;
  /** The base where it is no profile of ours, or one that is there already. */
  readonly foreign: ImageFacts | undefined;
  readonly buildArgs: Readonly<Record<string, string>>;
}

function evaluate(given: readonly GivenLink[]): EvaluatedProfile {
  const evaluated = new Map<string, EvaluatedProfile>();
  let last: EvaluatedProfile = { labels: [], environment: {} };
  for (const { link, foreign, buildArgs } of given) {
    const own = link.base === undefined ? undefined : evaluated.get(link.base);
    const image = inFile(link.profile.containerfile, () =>
      evaluateImage(link.containerfile, {
        buildArgs,
        baseLabels: own ? asRecord(own.labels) : (foreign?.labels ?? {}),
        baseEnvironment: own?.environment ?? foreign?.environment ?? {},
      }),
    );
    last = { ...image, labels: image.labels.map((label) => withDoubts(label, own)) };
    evaluated.set(link.profile.tag, last);
  }
  return last;
}

function isEvaluated(value: unknown): value is EvaluatedProfile {
  if (!isJsonObject(value) || !isTextMap(value["environment"])) return false;
  const { labels } = value;
  return Array.isArray(labels) && labels.every(isLabel);
}

function isLabel(value: unknown): value is EvaluatedLabel {
  if (!isJsonObject(value)) return false;
  const { key, value: text, stage, doubts } = value;
  return (
    typeof key === "string" &&
    typeof text === "string" &&
    ["undefined", "number"].includes(typeof stage) &&
    Array.isArray(doubts)
  );
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

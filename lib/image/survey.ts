import type { ImageFacts } from "../host/podman/image-facts.ts";
import type { ImagesByName } from "../host/podman/podman.ts";
import type { AuthoritiesHost, BuildRequest } from "./build/build-options.ts";
import type { Link } from "./chain.ts";
import type { Fingerprint } from "./freshness/fingerprint.ts";
import { isKnownFresh, rememberFresh } from "./freshness/fresh-memory.ts";
import type { MemoryHost } from "./freshness/fresh-memory.ts";
import { readSources } from "./freshness/link-sources.ts";
import type { LinkSources } from "./freshness/link-sources.ts";
import { judgeStaleness, STAMP_LABEL } from "./freshness/staleness.ts";
import type { Staleness } from "./freshness/staleness.ts";

/** A link of the chain beside its image. */
export interface SurveyedLink {
  readonly link: Link;
  readonly image: ImageFacts | undefined;
  readonly staleness: Staleness;
  /** Computed when it is asked for. */
  readonly fingerprint: Fingerprint;
}

export type SurveyHost = AuthoritiesHost & MemoryHost;

/** All images that a decision about the chain needs: its own and those that it is built from. */
export function imagesOf(chain: readonly Link[]): readonly string[] {
  return [...new Set(chain.flatMap((link) => [...link.bases, link.profile.tag]))];
}

/** Judges each link of a chain; one whose base is about to be built anew is stale too. */
export function surveyChain(
  host: SurveyHost,
  chain: readonly Link[],
  images: ImagesByName,
  request: BuildRequest,
): readonly SurveyedLink[] {
  const stale = new Set<string>();
  return chain.map((link) => {
    const surveyed = surveyLink(host, link, images, request);
    const { staleness } = surveyed;
    const below = link.bases.find((image) => stale.has(image));
    if (staleness.state === "fresh" && below === undefined) return surveyed;
    stale.add(link.profile.tag);
    if (staleness.state !== "fresh" || below === undefined) return surveyed;
    return becauseOfBase(surveyed, staleness.builtAt, below);
  });
}

function becauseOfBase(surveyed: SurveyedLink, builtAt: Date, image: string): SurveyedLink {
  return {
    link: surveyed.link,
    image: surveyed.image,
    staleness: { state: "stale", builtAt, reasons: [{ kind: "base", image }] },
    get fingerprint() {
      return surveyed.fingerprint;
    },
  };
}

/** Judges one link against the images as they are now. */
export function surveyLink(
  host: SurveyHost,
  link: Link,
  images: ImagesByName,
  request: BuildRequest,
): SurveyedLink {
  const { tag } = link.profile;
  const image = images.get(tag);
  const sources = readSources(host, link, images, request);
  return {
    link,
    image,
    staleness: judge(host, tag, image, sources),
    get fingerprint() {
      return sources.fingerprint();
    },
  };
}

function judge(
  host: SurveyHost,
  tag: string,
  image: ImageFacts | undefined,
  sources: LinkSources,
): Staleness {
  const stamp = image?.labels[STAMP_LABEL];
  const memory = stamp && { stamp, sources: sources.identity };
  if (image && memory && isKnownFresh(host, tag, memory)) {
    return { state: "fresh", builtAt: new Date(image.createdAt) };
  }
  const staleness = judgeStaleness(image, {
    fingerprint: sources.fingerprint(),
    times: sources.times,
    recorded: sources.recorded,
  });
  if (staleness.state === "fresh" && memory) rememberFresh(host, tag, memory);
  return staleness;
}

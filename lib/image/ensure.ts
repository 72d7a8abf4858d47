import type { Host } from "../host/host.ts";
import { lookUpImages } from "../host/podman/image-cache.ts";
import { inspectImages } from "../host/podman/podman.ts";
import type { ImagesByName } from "../host/podman/podman.ts";
import type { OnBuildEvent } from "./build/build-event.ts";
import { buildLink } from "./build/build-link.ts";
import { argumentsFor, requireTaken } from "./build/build-options.ts";
import type { BuildRequest } from "./build/build-options.ts";
import { inFile, profileChain } from "./chain.ts";
import type { Link } from "./chain.ts";
import { removeFormer } from "./build/former-images.ts";
import { pullBases } from "./build/pull-bases.ts";
import { describeStaleness } from "./freshness/stale-reason.ts";
import { STAMP_LABEL } from "./freshness/staleness.ts";
import { imagesOf, surveyChain, surveyLink } from "./survey.ts";
import type { SurveyedLink } from "./survey.ts";

/** A profile's chain beside the images that there are; `links` runs from the lowest to the profile itself. */
export interface Survey {
  readonly chain: readonly Link[];
  readonly images: ImagesByName;
  readonly links: readonly SurveyedLink[];
}

export interface BuildOptions {
  readonly podman: string;
  readonly request: BuildRequest;
  /** Build everything anew, without the layer cache. */
  readonly rebuild: boolean;
  /** Pull the foreign base anew first. */
  readonly pull: boolean;
  /** Leave the images that were replaced, for who may have to go back to them. */
  readonly keepFormer?: boolean;
  readonly onEvent: OnBuildEvent;
}

/** Looks at a profile's images: no podman process when nothing changed since the last look, else one. */
export async function surveyProfile(
  host: Host,
  name: string,
  options: { readonly podman: string; readonly request: BuildRequest },
): Promise<Survey> {
  const { request } = options;
  const chain = profileChain(host, name, {
    buildArguments: (profile) => argumentsFor(host, profile, request),
  });
  requireTaken(chain, request);
  const images = await lookUpImages(host, options.podman, imagesOf(chain));
  const links = surveyChain(host, chain, images, request);
  await readAgain(links);
  return { chain, images, links };
}

// An image that bears our stamp and is fresh was built from a text that has passed; the second reader is slow to load.
async function readAgain(links: readonly SurveyedLink[]): Promise<void> {
  const unread = links.filter(
    (surveyed) => !isFresh(surveyed) || surveyed.image?.labels[STAMP_LABEL] === undefined,
  );
  if (unread.length === 0) return;
  const { checkSecondReading } = await import("../containerfile/grammar/second-reading.ts");
  for (const { link } of unread) {
    inFile(link.profile.containerfile, () => checkSecondReading(link.containerfile));
  }
}

export function isFresh(surveyed: SurveyedLink): boolean {
  return surveyed.staleness.state === "fresh";
}

/** Builds what is missing or stale in a survey, and nothing else; returns the images as they are then. */
export async function ensureImages(
  host: Host,
  survey: Survey,
  options: BuildOptions,
): Promise<ImagesByName> {
  if (!options.rebuild && !options.pull && survey.links.every(isFresh)) {
    for (const { profile } of survey.chain.slice(-1)) {
      options.onEvent({ event: "fresh", profile: profile.name, image: profile.tag });
    }
    return survey.images;
  }
  host.files.makePrivateDirectory(host.settings.stateDirectory);
  const lock = await host.processes.lock(`${host.settings.stateDirectory}/build.lock`, () =>
    options.onEvent({ event: "waiting" }),
  );
  try {
    return await buildChain(host, survey.chain, options);
  } finally {
    await lock.release();
  }
}

// Looks again: whoever held the lock may have built just this.
async function buildChain(
  host: Host,
  chain: readonly Link[],
  options: BuildOptions,
): Promise<ImagesByName> {
  const look = (): Promise<ImagesByName> => inspectImages(host, options.podman, imagesOf(chain));
  let images = await look();
  const before = images;
  const pulled = await pullBases(host, chain, images, { ...options, anew: options.pull });
  if (pulled) images = await look();
  const built: string[] = [];
  for (const link of chain) {
    const surveyed = surveyLink(host, link, images, options.request);
    const { name: profile, tag: image } = link.profile;
    if (isFresh(surveyed) && !options.rebuild) {
      if (link === chain.at(-1)) options.onEvent({ event: "fresh", profile, image });
      continue;
    }
    const reason = options.rebuild ? "asked for" : describeStaleness(surveyed.staleness);
    options.onEvent({ event: "stale", profile, image, reason: reason ?? "" });
    images = await buildLink(host, surveyed, { ...options, chain, look });
    built.push(image);
  }
  if (options.keepFormer !== true)
    await removeFormer(host, options.podman, { before, after: images, built });
  return images;
}

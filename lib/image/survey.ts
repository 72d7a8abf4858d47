import type { Files } from "../host/files.ts";
import type { ImageFacts } from "../host/image-facts.ts";
import type { ImagesByName } from "../host/podman.ts";
import { authoritiesFor, declaredArgumentsFor } from "./build-options.ts";
import type { AuthoritiesHost, BuildRequest } from "./build-options.ts";
import type { Link } from "./chain.ts";
import { contextFiles } from "./context-files.ts";
import type { ContextFile } from "./context-files.ts";
import { fingerprint } from "./fingerprint.ts";
import type { Fingerprint } from "./fingerprint.ts";
import { readRecord } from "./record.ts";
import { judgeStaleness } from "./staleness.ts";
import type { Staleness } from "./staleness.ts";

/** A link of the chain beside its image. */
export interface SurveyedLink {
  readonly link: Link;
  readonly image: ImageFacts | undefined;
  readonly staleness: Staleness;
  readonly fingerprint: Fingerprint;
}

/** All images that a decision about the chain needs: its own and those that it is built from. */
export function imagesOf(chain: readonly Link[]): readonly string[] {
  return [...new Set(chain.flatMap((link) => [...link.bases, link.profile.tag]))];
}

/** Judges each link of a chain; one whose base is about to be built anew is stale too. */
export function surveyChain(
  host: AuthoritiesHost,
  chain: readonly Link[],
  images: ImagesByName,
  request: BuildRequest,
): readonly SurveyedLink[] {
  const stale = new Set<string>();
  return chain.map((link) => {
    const surveyed = surveyLink(host, link, images, request);
    const below = link.bases.find((image) => stale.has(image));
    const staleness =
      surveyed.staleness.state === "fresh" && below !== undefined
        ? becauseOfBase(surveyed.staleness.builtAt, below)
        : surveyed.staleness;
    if (staleness.state !== "fresh") stale.add(link.profile.tag);
    return { ...surveyed, staleness };
  });
}

function becauseOfBase(builtAt: Date, image: string): Staleness {
  return { state: "stale", builtAt, reasons: [{ kind: "base", image }] };
}

/** Judges one link against the images as they are now. */
export function surveyLink(
  host: AuthoritiesHost,
  link: Link,
  images: ImagesByName,
  request: BuildRequest,
): SurveyedLink {
  const { profile } = link;
  const image = images.get(profile.tag);
  const files = contextFiles(host.files, profile.directory);
  const recorded = readRecord(host, profile.tag)?.fingerprint;
  const print = fingerprint({
    containerfile: profile.text,
    files,
    buildArguments: declaredArgumentsFor(host, link, request),
    bases: baseIds(link, images, recorded),
    authorities: authoritiesFor(host, link, request)?.digest,
  });
  const times = timesOf(host.files, link, files, images);
  const staleness = judgeStaleness(image, { fingerprint: print, times, recorded });
  return { link, image, staleness, fingerprint: print };
}

// A base that is no longer there (pruned, or never pulled) has not changed: the image on it still has its layers.
function baseIds(
  link: Link,
  images: ImagesByName,
  recorded: Fingerprint | undefined,
): Record<string, string> {
  return Object.fromEntries(
    link.bases.map((name) => [name, images.get(name)?.id ?? recorded?.[`base ${name}`] ?? ""]),
  );
}

function timesOf(
  files: Files,
  link: Link,
  context: readonly ContextFile[],
  images: ImagesByName,
): Parameters<typeof judgeStaleness>[1]["times"] {
  return {
    containerfile: files.facts(link.profile.containerfile)?.modifiedAt ?? new Date(0),
    files: Object.fromEntries(context.map((file) => [file.path, file.modifiedAt])),
    bases: Object.fromEntries(
      link.bases.map((name) => [name, new Date(images.get(name)?.createdAt ?? 0)]),
    ),
  };
}

import { PaddockError } from "../errors.ts";
import type { Host } from "../host/host.ts";
import { lookUpImages } from "../host/podman/image-cache.ts";
import { findPodman } from "../host/podman/podman.ts";
import type { ImagesByName } from "../host/podman/podman.ts";
import { AS_BEFORE, argumentsFor, declaredArgumentsFor } from "../image/build/build-options.ts";
import { profileChain } from "../image/chain.ts";
import type { Link } from "../image/chain.ts";
import { labelledAgents } from "../image/pinned-agents.ts";
import { describeStaleness } from "../image/freshness/stale-reason.ts";
import { imagesOf, surveyChain } from "../image/survey.ts";
import type { SurveyedLink } from "../image/survey.ts";
import { selectRunLabel } from "../label/select-run-label.ts";
import { folderName, lookUpProfile, profileNames, requireProfile } from "../profile/lookup.ts";
import type { Profile } from "../profile/lookup.ts";
import { originState } from "../profile/origin/origin-changes.ts";
import type { OriginState } from "../profile/origin/origin-changes.ts";
import { asRecord, evaluateChain } from "./plan/evaluated-labels.ts";

/** A profile as `paddock profiles` lists it. */
export interface ProfileRow {
  readonly name: string;
  readonly tag: string;
  readonly origin: "shipped" | "user";
  /** The shipped profile that it is a copy of, where that is known, and whether that one changed since. */
  readonly copiedFrom?: OriginState;
  readonly containerfile: string;
  /** `fresh`, `missing`, why it is stale, what is wrong with the Containerfile, or that there is no Podman to ask. */
  readonly state: string;
  /** `run` (or as it is spelled), `inherited`, `several`, `blank` or `none`. */
  readonly label: string;
  /** The version of each agent in the image, as its label names them; missing where it names none. */
  readonly agents?: Readonly<Record<string, string>>;
}

type Read =
  | { readonly profile: Profile; readonly chain: readonly Link[] }
  | { readonly profile: Profile; readonly failure: string }
  | { readonly unreadable: Omit<Profile, "text"> };

/** All profiles; one that cannot be read is a row that says so. At most one podman process. */
export async function profileRows(host: Host): Promise<readonly ProfileRow[]> {
  const read = profileNames(host).map((name): Read => {
    const lookup = lookUpProfile(host, name);
    if (lookup.kind === "unreadable") return { unreadable: lookup.profile };
    return readProfile(host, requireProfile(host, name));
  });
  const names = read.flatMap((entry) => ("chain" in entry ? imagesOf(entry.chain) : []));
  const images = await lookUp(host, [...new Set(names)]);
  return read.map((entry) => toRow(host, entry, images));
}

// Which profiles there are is worth knowing without Podman too.
async function lookUp(host: Host, names: readonly string[]): Promise<ImagesByName | undefined> {
  let podman: string;
  try {
    podman = findPodman(host);
  } catch (error) {
    if (error instanceof PaddockError && error.code === "podman-missing") return undefined;
    throw error;
  }
  return await lookUpImages(host, podman, names);
}

function readProfile(host: Host, profile: Profile): Read {
  try {
    const buildArguments = (link: Profile): Readonly<Record<string, string>> =>
      argumentsFor(host, link, AS_BEFORE);
    return { profile, chain: profileChain(host, profile.name, { buildArguments }) };
  } catch (error) {
    if (error instanceof PaddockError) return { profile, failure: error.message };
    throw error;
  }
}

function toRow(host: Host, entry: Read, found: ImagesByName | undefined): ProfileRow {
  if ("unreadable" in entry) {
    const { name, tag, origin, containerfile } = entry.unreadable;
    const state = "broken: its Containerfile cannot be read";
    return { name, tag, origin, containerfile, state, label: "none" };
  }
  const images: ImagesByName = found ?? new Map();
  const { name, tag, origin, containerfile } = entry.profile;
  const copiedFrom = origin === "user" ? originState(host, folderName(entry.profile)) : undefined;
  const row = { name, tag, origin, ...(copiedFrom && { copiedFrom }), containerfile };
  if ("failure" in entry) return { ...row, state: `broken: ${entry.failure}`, label: "none" };
  try {
    const survey = surveyChain(host, entry.chain, images, AS_BEFORE).at(-1);
    const state = found ? stateOf(survey) : "unknown: no Podman";
    const agents = labelledAgents(images.get(tag)?.labels ?? {});
    const label = labelOf(host, entry.chain, images);
    return { ...row, state, label, ...(agents && { agents }) };
  } catch (error) {
    if (!(error instanceof PaddockError)) throw error;
    return { ...row, state: `broken: ${error.message}`, label: "none" };
  }
}

function stateOf(survey: SurveyedLink | undefined): string {
  return (survey && describeStaleness(survey.staleness)) ?? "fresh";
}

function labelOf(host: Host, chain: readonly Link[], images: ImagesByName): string {
  const { labels } = evaluateChain(host, chain, images, (link) =>
    declaredArgumentsFor(host, link, AS_BEFORE),
  );
  const choice = selectRunLabel(asRecord(labels));
  if (choice.kind !== "found") return choice.kind;
  const label = labels.find(({ key }) => key === choice.key);
  return label?.stage === undefined ? "inherited" : choice.key;
}

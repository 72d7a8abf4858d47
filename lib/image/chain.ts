import { declaredArguments } from "../containerfile/containerfile.ts";
import type { Containerfile } from "../containerfile/containerfile.ts";
import { externalImages } from "../containerfile/external-images.ts";
import { readContainerfile } from "../containerfile/read-containerfile.ts";
import { PaddockError } from "../errors.ts";
import { isJsonObject, isTextList } from "../json-object.ts";
import { once } from "../once.ts";
import { profileOfImage } from "../profile/names.ts";
import { requireProfile } from "../profile/lookup.ts";
import type { Profile, ProfilesHost } from "../profile/lookup.ts";
import { remembered } from "./remembered.ts";
import type { RememberingHost } from "./remembered.ts";

/** A profile in a chain of images, each built on the one before. */
export interface Link {
  readonly profile: Profile;
  /** Parsed when it is asked for. */
  readonly containerfile: Containerfile;
  readonly declared: ReadonlySet<string>;
  /** The image at the root of its final stage, as FROM names it; undefined for scratch. */
  readonly base: string | undefined;
  /** All images that it is built from, `base` among them. */
  readonly bases: readonly string[];
}

export type ChainHost = ProfilesHost & RememberingHost;

export interface ChainOptions {
  readonly buildArguments: (profile: Profile) => Readonly<Record<string, string>>;
}

/** The profile and those it is built on, the lowest first; refuses a circle. */
export function profileChain(
  host: ChainHost,
  name: string,
  options: ChainOptions,
): readonly Link[] {
  return chainBelow(host, requireProfile(host, name), options);
}

/** The chain of a profile that need not lie where profiles are looked up. */
export function chainBelow(host: ChainHost, top: Profile, options: ChainOptions): readonly Link[] {
  const chain: Link[] = [];
  const visit = (profile: Profile, above: readonly string[]): void => {
    if (above.includes(profile.tag)) {
      throw new PaddockError(
        "containerfile-invalid",
        `Profiles are built on each other in a circle: ${[...above, profile.tag].join(" -> ")}`,
        { fix: `Change the FROM of ${profile.containerfile}.` },
      );
    }
    const link = toLink(host, profile, options);
    for (const image of link.bases) {
      const below = profileOfImage(image);
      if (below !== undefined) visit(requireProfile(host, below), [...above, profile.tag]);
    }
    if (!chain.some((other) => other.profile.tag === profile.tag)) chain.push(link);
  };
  visit(top, []);
  return chain;
}

/** What a chain needs to know of a Containerfile. */
interface Reading {
  readonly base?: string;
  readonly bases: readonly string[];
  readonly declared: readonly string[];
}

function isReading(value: unknown): value is Reading {
  return (
    isJsonObject(value) &&
    ["undefined", "string"].includes(typeof value["base"]) &&
    isTextList(value["bases"]) &&
    isTextList(value["declared"])
  );
}

function toLink(host: RememberingHost, profile: Profile, options: ChainOptions): Link {
  const buildArgs = options.buildArguments(profile);
  const parse = once(() => inFile(profile.containerfile, () => readContainerfile(profile.text)));
  const { base, bases, declared } = remembered<Reading>(host, {
    tag: profile.tag,
    topic: "bases",
    question: [profile.text, buildArgs],
    isAnswer: isReading,
    compute: () => inFile(profile.containerfile, () => readBases(parse(), buildArgs)),
  });
  return {
    profile,
    get containerfile() {
      return parse();
    },
    declared: new Set(declared),
    base,
    bases,
  };
}

function readBases(
  containerfile: Containerfile,
  buildArgs: Readonly<Record<string, string>>,
): Reading {
  const { base, others } = externalImages(containerfile, { buildArgs });
  const bases = [base, ...others].flatMap((image) => image ?? []).map(ownTag);
  return {
    ...(base !== undefined && { base: ownTag(base) }),
    bases: [...new Set(bases)],
    declared: [...declaredArguments(containerfile)],
  };
}

// One of our images is always asked for by its whole tag, however the FROM spells it.
function ownTag(image: string): string {
  const repository = /^(?:localhost\/)?(paddock-base|paddock)(?::([\w.-]+))?$/.exec(image);
  return repository === null
    ? image
    : `localhost/${repository[1] ?? ""}:${repository[2] ?? "latest"}`;
}

/** Runs a reading of a Containerfile; its error names the file. */
export function inFile<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PaddockError) || error.message.startsWith(`${path}: `)) throw error;
    throw new PaddockError(error.code, `${path}: ${error.message}`, {
      fix: error.fix,
      cause: error,
    });
  }
}

import { declaredArguments } from "../containerfile/containerfile.ts";
import type { Containerfile } from "../containerfile/containerfile.ts";
import { externalImages } from "../containerfile/external-images.ts";
import { readContainerfile } from "../containerfile/read-containerfile.ts";
import { PaddockError } from "../errors.ts";
import { profileOfImage } from "../profile/names.ts";
import { requireProfile } from "../profile/lookup.ts";
import type { Profile, ProfilesHost } from "../profile/lookup.ts";

/** A profile in a chain of images, each built on the one before. */
export interface Link {
  readonly profile: Profile;
  readonly containerfile: Containerfile;
  readonly declared: ReadonlySet<string>;
  /** The image at the root of its final stage, as FROM names it; undefined for scratch. */
  readonly base: string | undefined;
  /** All images that it is built from, `base` among them. */
  readonly bases: readonly string[];
}

export interface ChainOptions {
  readonly buildArguments: (profile: Profile) => Readonly<Record<string, string>>;
}

/** The profile and those it is built on, the lowest first; refuses a circle. */
export function profileChain(
  host: ProfilesHost,
  name: string,
  options: ChainOptions,
): readonly Link[] {
  return chainBelow(host, requireProfile(host, name), options);
}

/** The chain of a profile that need not lie where profiles are looked up. */
export function chainBelow(
  host: ProfilesHost,
  top: Profile,
  options: ChainOptions,
): readonly Link[] {
  const chain: Link[] = [];
  const visit = (profile: Profile, above: readonly string[]): void => {
    if (above.includes(profile.tag)) {
      throw new PaddockError(
        "containerfile-invalid",
        `Profiles are built on each other in a circle: ${[...above, profile.tag].join(" -> ")}`,
        { fix: `Change the FROM of ${profile.containerfile}.` },
      );
    }
    const link = toLink(profile, options);
    for (const image of link.bases) {
      const below = profileOfImage(image);
      if (below !== undefined) visit(requireProfile(host, below), [...above, profile.tag]);
    }
    if (!chain.some((other) => other.profile.tag === profile.tag)) chain.push(link);
  };
  visit(top, []);
  return chain;
}

function toLink(profile: Profile, options: ChainOptions): Link {
  const containerfile = inFile(profile.containerfile, () => readContainerfile(profile.text));
  const images = inFile(profile.containerfile, () =>
    externalImages(containerfile, { buildArgs: options.buildArguments(profile) }),
  );
  return {
    profile,
    containerfile,
    declared: declaredArguments(containerfile),
    base: images.base === undefined ? undefined : ownTag(images.base),
    bases: [
      ...new Set([images.base, ...images.others].flatMap((image) => image ?? []).map(ownTag)),
    ],
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
    if (!(error instanceof PaddockError)) throw error;
    throw new PaddockError(error.code, `${path}: ${error.message}`, {
      fix: error.fix,
      cause: error,
    });
  }
}

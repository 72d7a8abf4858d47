import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import { inspectImages } from "../../host/podman/podman.ts";
import { AS_BEFORE, argumentsFor } from "../../image/build/build-options.ts";
import { profileChain } from "../../image/chain.ts";
import type { Link } from "../../image/chain.ts";
import { profileNames } from "../../profile/lookup.ts";

/** A profile whose image the change of some Containerfiles reaches. */
export interface AffectedProfile {
  readonly name: string;
  readonly tag: string;
  readonly chain: readonly Link[];
}

/**
 * The profiles to build after the Containerfiles were changed: those that are theirs, and those on top of them that have an image
 * already. A profile that cannot be read is left out; its own build says why.
 */
export async function affectedProfiles(
  host: Host,
  podman: string,
  changed: ReadonlySet<string>,
): Promise<readonly AffectedProfile[]> {
  const reached = profileNames(host).flatMap((name) => {
    const chain = readChain(host, name);
    const tag = chain.at(-1)?.profile.tag;
    if (tag === undefined || !chain.some(({ profile }) => changed.has(profile.containerfile)))
      return [];
    return [{ name, tag, chain }];
  });
  if (reached.length === 0) return [];
  const images = await inspectImages(host, podman, [...new Set(reached.map(({ tag }) => tag))]);
  const affected = reached.filter(
    ({ tag, chain }) =>
      images.get(tag) !== undefined || changed.has(chain.at(-1)?.profile.containerfile ?? ""),
  );
  // `default` and `latest` are two names of one image.
  return affected.filter(({ tag }, at) => affected.findIndex((other) => other.tag === tag) === at);
}

function readChain(host: Host, name: string): readonly Link[] {
  try {
    return profileChain(host, name, {
      buildArguments: (profile) => argumentsFor(host, profile, AS_BEFORE),
    });
  } catch (error) {
    if (error instanceof PaddockError) return [];
    throw error;
  }
}

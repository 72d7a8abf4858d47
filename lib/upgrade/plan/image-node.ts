import { PaddockError } from "../../errors.ts";
import { profileChain } from "../../image/chain.ts";
import type { ChainHost } from "../../image/chain.ts";
import { AS_BEFORE, argumentsFor } from "../../image/build/build-options.ts";
import type { RecordHost } from "../../image/freshness/record.ts";
import type { Profile } from "../../profile/lookup.ts";

/**
 * The Node that a profile's image has, as far as the tag of the image at its root tells (`node:24-slim` is some 24);
 * undefined for any other image, which leaves the engines of a release unchecked.
 */
export function imageNode(host: ChainHost & RecordHost, profile: Profile): string | undefined {
  try {
    const [root] = profileChain(host, profile.name, {
      buildArguments: (link) => argumentsFor(host, link, AS_BEFORE),
    });
    const { tag } =
      /(?:^|\/)node:(?<tag>\d+(?:\.\d+){0,2})(?:-|$)/u.exec(root?.base ?? "")?.groups ?? {};
    return tag;
  } catch (error) {
    // A chain that cannot be read stops a build, which says why.
    if (error instanceof PaddockError) return undefined;
    throw error;
  }
}

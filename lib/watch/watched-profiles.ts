import { PaddockError } from "../errors.ts";
import { AS_BEFORE, argumentsFor } from "../image/build/build-options.ts";
import { profileChain } from "../image/chain.ts";
import type { ChainHost } from "../image/chain.ts";
import type { RecordHost } from "../image/freshness/record.ts";
import { profileNames } from "../profile/lookup.ts";

/** A profile that a watch looks after. */
export interface Watched {
  readonly name: string;
  /** Whether the person named it: then its image is built where it is missing, else only kept fresh. */
  readonly named: boolean;
}

/** The named profiles, then those on top of one of them; all profiles when none is named. */
export function watchedProfiles(
  host: ChainHost & RecordHost,
  names: readonly string[],
): readonly Watched[] {
  const named = names.map((name) => ({ name, named: true }));
  const others = profileNames(host).filter((name) => !names.includes(name));
  const onTop = others.filter(
    (name) =>
      names.length === 0 || (chainOf(host, name) ?? []).some((below) => names.includes(below)),
  );
  return [...named, ...onTop.map((name) => ({ name, named: false }))];
}

/** The names of a profile and those that it is built on, the lowest first; undefined while that cannot be read. */
export function chainOf(host: ChainHost & RecordHost, name: string): readonly string[] | undefined {
  try {
    const chain = profileChain(host, name, {
      buildArguments: (profile) => argumentsFor(host, profile, AS_BEFORE),
    });
    return chain.map(({ profile }) => profile.name);
  } catch (error) {
    if (error instanceof PaddockError) return undefined;
    throw error;
  }
}

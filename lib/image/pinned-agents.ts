import { PaddockError } from "../errors.ts";
import { findPins } from "../upgrade/pins/find-pins.ts";
import type { Link } from "./chain.ts";

/** The image label that names the agents with their versions: `agent=1.2.3`, separated by blanks. */
export const AGENTS_LABEL = "paddock.agents";

/**
 * The agents that an image's Containerfile and those below it pin, as the label has them; empty where the Containerfile itself
 * pins none, since the image then inherits the label of the one below.
 */
export function pinnedAgents(chain: readonly Link[], link: Link): readonly string[] {
  const own = readPins(link);
  return own.length === 0 ? [] : [...new Set([...pinnedBelow(chain, link), ...own])];
}

/** The agents that an image will hold, by name, as its Containerfile and those below it pin them. */
export function agentsOf(
  chain: readonly Link[],
  link: Link | undefined = chain.at(-1),
): Readonly<Record<string, string>> {
  if (link === undefined) return {};
  const pinned = pinnedAgents(chain, link);
  const below = chain.find(({ profile }) => profile.tag === link.base);
  if (pinned.length === 0 && below !== undefined) return agentsOf(chain, below);
  return labelledAgents({ [AGENTS_LABEL]: pinned.join(" ") }) ?? {};
}

function pinnedBelow(chain: readonly Link[], { base }: Link): readonly string[] {
  const below = chain.find(({ profile }) => profile.tag === base);
  return below === undefined ? [] : [...pinnedBelow(chain, below), ...readPins(below)];
}

function readPins({ containerfile }: Link): readonly string[] {
  try {
    return findPins(containerfile).map(({ agent, version }) => `${agent}=${version}`);
  } catch (error) {
    // A pin that cannot be read keeps no image from being built: upgrade says what is wrong with it.
    if (error instanceof PaddockError) return [];
    throw error;
  }
}

/** The agents that an image's label names, by name; undefined where it has no such label. */
export function labelledAgents(
  labels: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | undefined {
  const text = labels[AGENTS_LABEL];
  if (text === undefined) return undefined;
  return Object.fromEntries(
    text.split(" ").flatMap((word) => {
      const equals = word.indexOf("=");
      return equals > 0 ? [[word.slice(0, equals), word.slice(equals + 1)] as const] : [];
    }),
  );
}

/** The rows' topics, in the order in which they are shown. */
export const TOPICS = [
  "sandbox",
  "can write",
  "can read",
  "can reach",
  "can run",
  "can see",
  "ends when",
  "allowed",
  "warning",
] as const;

export type Topic = (typeof TOPICS)[number];

/** One thing that a launch grants or withholds, in plain words. */
export interface Row {
  readonly topic: Topic;
  readonly text: string;
  /** The flags of `podman run` that it speaks of, by their long names without dashes. */
  readonly flags: readonly string[];
}

/** How far a grant goes, so that two of one key can be compared: more of `level` or of `members` is wider, another `exact` is another thing. */
export interface Extent {
  readonly exact: string;
  readonly level: number;
  readonly members: readonly string[];
}

/** A row that comes from the policy alone, with what a comparison needs. */
export interface Grant extends Row {
  /** What the grant is about: one policy has one grant of a key. */
  readonly key: string;
  readonly extent: Extent;
  /** What a policy without a grant of this key is beside one with it. */
  readonly without: "narrower" | "wider" | "unclear";
}

export interface GrantParts {
  readonly key: string;
  readonly topic: Topic;
  readonly text: string;
  readonly flags: readonly string[];
  readonly exact?: string;
  readonly level?: number;
  readonly members?: readonly string[];
  readonly without?: Grant["without"];
}

/** A grant with what goes without saying: nothing to compare but its presence, which grants more than its absence. */
export function grant(parts: GrantParts): Grant {
  const { key, topic, text, flags, exact = "", level = 0, members = [] } = parts;
  return {
    key,
    topic,
    text,
    flags,
    extent: { exact, level, members },
    without: parts.without ?? "narrower",
  };
}

import type { Finding } from "../policy/rules/finding.ts";

/** What the rows say beside the policy: facts of the profile, the machine's other profiles, and the rules' findings. */
export interface ExplainContext {
  /** The real path of the directory that the launch is for. */
  readonly workspace: string;
  /** Versions by agent, as the image or its Containerfiles name them. */
  readonly agents: Readonly<Record<string, string>>;
  /** What the rules say: exceptions that `paddock.allow` names, warnings, and errors where the launch would be refused. */
  readonly findings: readonly Finding[];
  /** Further warnings, a sentence each. */
  readonly warnings: readonly string[];
  /** By host folder: the other profiles that mount it as well. */
  readonly sharedFolders: Readonly<Record<string, readonly string[]>>;
  /** What Paddock's own proxy lets through, where the profile has such a list; undefined where it has none. */
  readonly egress?: EgressWords | undefined;
  /** How many words at the end of the command a person typed for this launch: they are not repeated, since a secret may be among them. */
  readonly typedWords?: number;
}

/** What the grants need of it. */
export type GrantContext = Pick<ExplainContext, "workspace" | "egress" | "typedWords">;

/** An egress list in its own words, groups spelled out: what is let through, and what is denied all the same. */
export interface EgressWords {
  readonly allow: readonly string[];
  readonly deny: readonly string[];
}

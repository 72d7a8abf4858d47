import type { RuleContext } from "../policy/rules/finding.ts";

/** The program that an image starts, as far as its Containerfiles tell. */
export interface Entrypoint {
  readonly words: readonly string[];
  /** The text of the script that it is, where that lies beside the Containerfile. */
  readonly script: string | undefined;
}

/** What a Containerfile inherits from the image in its FROM. */
export interface BaseFacts {
  /** Whether everything below is known: it stands on scratch, or on Containerfiles alone. */
  readonly isKnown: boolean;
  readonly labels: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
  readonly entrypoint: Entrypoint | undefined;
  /** Why a Containerfile below could not be read, where that is so. */
  readonly failure?: string;
}

/** A base of which nothing is known. */
export const UNKNOWN_BASE: BaseFacts = {
  isKnown: false,
  labels: {},
  environment: {},
  entrypoint: undefined,
};

/** A Containerfile and what its rules need to know besides. */
export interface Subject {
  readonly text: string;
  /** The tag of its profile; undefined for a file that belongs to none. */
  readonly image: string | undefined;
  readonly base: BaseFacts;
  readonly buildArguments: Readonly<Record<string, string>>;
  /** Places of this machine, for the rules about what is mounted. */
  readonly machine: Omit<RuleContext, "image" | "allow">;
  /** The text of a file that the Containerfile can copy, by its path in the build context. */
  readonly readContext: (path: string) => string | undefined;
}

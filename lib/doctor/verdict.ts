/**
 * Whether a promise of a launch is kept on a machine. `image`: by what is in the image, which no look at the machine tells;
 * `unknown`: a component that keeps it could not be asked.
 */
export interface Verdict {
  readonly state: "kept" | "broken" | "unknown" | "image";
  /** The component and its version, in words. */
  readonly keeper: string;
  /** Why it is not kept or not known. */
  readonly reason?: string;
  /** What mends it, one command where there is one. */
  readonly fix?: string;
}

export function kept(keeper: string): Verdict {
  return { state: "kept", keeper };
}

export function broken(keeper: string, reason: string, fix: string): Verdict {
  return { state: "broken", keeper, reason, fix };
}

export function undecided(keeper: string, reason: string, fix?: string): Verdict {
  return { state: "unknown", keeper, reason, ...(fix === undefined ? {} : { fix }) };
}

import type { ValueSource } from "../../value-source.ts";

/** Why a value should not be trusted though it is what the builder stores. */
export interface Doubt {
  readonly message: string;
  readonly fix: string;
}

/** A text with the doubts that came into it with the variables it was made from. */
export interface Expansion {
  readonly value: string;
  readonly doubts: readonly Doubt[];
}

/** An expansion that remembers where each stretch of its value came from. */
export interface TracedExpansion extends Expansion {
  readonly sources: readonly ValueSource[];
}

/** What is left of a variable whose value is not used. */
export function blank({ doubts, sources }: TracedExpansion): TracedExpansion {
  return { value: "", doubts, sources: sources.map((source) => ({ ...source, length: 0 })) };
}

/** The parts one after the other. */
export function joined(parts: readonly TracedExpansion[]): TracedExpansion {
  return {
    value: parts.map(({ value }) => value).join(""),
    doubts: parts.flatMap(({ doubts }) => doubts),
    sources: parts.flatMap(({ sources }) => sources),
  };
}

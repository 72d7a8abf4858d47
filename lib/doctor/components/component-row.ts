import type { KnownVersion } from "../known-versions.ts";

/** `attention`: there, but something is known against it; `unknown`: it could not be asked; `not asked`: it was not to be. */
export type ComponentState = "ok" | "attention" | "missing" | "unknown" | "not asked";

/** One component of the machine. */
export interface ComponentRow {
  readonly component: string;
  readonly state: ComponentState;
  /** Its version or state, in words. */
  readonly found: string;
  /** What is known against it, each with its source where it is a matter of versions. */
  readonly notes: readonly Note[];
  /** The one command that mends it, or what to do. */
  readonly fix?: string;
}

export interface Note {
  readonly text: string;
  readonly source?: string;
}

export function ok(component: string, found: string): ComponentRow {
  return { component, state: "ok", found, notes: [] };
}

/** A component that is not as it should be. */
export function lacking(
  component: string,
  state: Exclude<ComponentState, "ok">,
  found: string,
  fix?: string,
): ComponentRow {
  return { component, state, found, notes: [], ...(fix === undefined ? {} : { fix }) };
}

/** The row with what its versions are known for; it needs attention where that is anything. */
export function withKnown(
  row: ComponentRow,
  known: readonly KnownVersion[],
  fix: string,
): ComponentRow {
  if (known.length === 0) return row;
  const notes = known.map(({ effect, source }) => ({ text: effect, source }));
  const state = row.state === "ok" ? "attention" : row.state;
  return { ...row, state, notes: [...row.notes, ...notes], fix: row.fix ?? fix };
}

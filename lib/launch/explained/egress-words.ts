import type { EgressList } from "../../egress/allowlist/egress-list.ts";
import type { EgressWords } from "../../explain/context.ts";

/** An egress list in its own words, groups spelled out; undefined where there is none. */
export function egressWords(list: EgressList | undefined): EgressWords | undefined {
  if (list === undefined) return undefined;
  return { allow: list.allow.map(({ word }) => word), deny: list.deny.map(({ word }) => word) };
}

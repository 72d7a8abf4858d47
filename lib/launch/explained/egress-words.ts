import type { EgressList } from "../../egress/allowlist/egress-list.ts";
import type { EgressWords } from "../../explain/context.ts";
import { needsProxy } from "../egress/granted-ports.ts";

/** What a list lets through Paddock's proxy in its own words, groups spelled out; undefined where there is no list, or nothing for a proxy in it. */
export function egressWords(list: EgressList | undefined): EgressWords | undefined {
  if (list === undefined || !needsProxy(list)) return undefined;
  return { allow: list.allow.map(({ word }) => word), deny: list.deny.map(({ word }) => word) };
}

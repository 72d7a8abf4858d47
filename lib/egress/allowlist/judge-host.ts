import { addressRule, neverReached } from "./judge-address.ts";
import { TLS_PORT } from "./egress-list.ts";
import type { EgressList, EgressRule } from "./egress-list.ts";
import { readHostName } from "./host-name.ts";
import type { HostName } from "./host-name.ts";
import { wordOf } from "./read-word.ts";

/** What is asked for: `connect` is a tunnel (CONNECT), `http` a plain HTTP request. */
export interface EgressRequest {
  readonly host: string;
  readonly port: number;
  readonly protocol: "connect" | "http";
}

/** A host that passed reading. */
export type KnownHost = Exclude<HostName, { readonly kind: "invalid" }>;

/** The answer to one request, before any name is resolved. */
export type Verdict =
  { readonly kind: "allowed"; readonly host: KnownHost; readonly rule: EgressRule } | Denial;

export interface Denial {
  readonly kind: "denied";
  /** In normal form where it has one. */
  readonly host: string;
  readonly port: number;
  /** A clause that can follow "denied: ". */
  readonly reason: string;
  /** What to add to the list to allow it; undefined where adding a word does not help. */
  readonly add: string | undefined;
}

/** Judges a request by the list: a denial wins, what nothing grants is denied. */
export function judgeHost(list: EgressList, { host, port, protocol }: EgressRequest): Verdict {
  const known = readHostName(host);
  if (known.kind === "invalid") {
    return { kind: "denied", host, port, reason: `no such host: ${known.why}`, add: undefined };
  }
  const denied = (reason: string, add?: string): Denial => ({
    kind: "denied",
    host: known.text,
    port,
    reason,
    add,
  });
  // Before the list is asked: a range may hold such an address, and behind the host's own proxy nothing is looked at again.
  const never = known.kind === "address" ? neverReached(known.text) : undefined;
  if (never !== undefined) return denied(`no list can grant it: ${never}`);
  const denial = matching(list.deny, known, port);
  if (denial !== undefined) return denied(`the list denies !${denial.word}`);
  if (protocol === "http" && port === TLS_PORT) {
    return denied("plain HTTP does not go to port 443");
  }
  const rule = matching(list.allow, known, port);
  if (rule !== undefined) return { kind: "allowed", host: known, rule };
  return denied("nothing in the list grants it", wordFor(known, port));
}

function matching(
  rules: readonly EgressRule[],
  host: KnownHost,
  port: number,
): EgressRule | undefined {
  if (host.kind === "address") return addressRule(rules, host.text, port);
  return rules.find(({ target, port: granted }) => {
    if (granted !== undefined && granted !== port) return false;
    if (host.kind === "loopback") return target.kind === "loopback";
    if (target.kind === "name") return target.name === host.text;
    return target.kind === "below" && host.text.endsWith(`.${target.name}`);
  });
}

/** The word of a list that would grant exactly this host and port. */
export function wordFor(host: KnownHost, port: number): string {
  switch (host.kind) {
    case "name":
      return wordOf({ kind: "name", name: host.text }, port);
    case "loopback":
      return `localhost:${port}`;
    case "address": {
      const bits = host.text.includes(":") ? 128 : 32;
      return wordOf({ kind: "addresses", address: host.text, bits }, port);
    }
  }
}

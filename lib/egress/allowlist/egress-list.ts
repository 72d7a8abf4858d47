/** What a rule is about, in normal form: lower case, punycode, no trailing dot. */
export type EgressTarget =
  | { readonly kind: "name"; readonly name: string }
  /** Every name below this one, at any depth, and not the name itself. */
  | { readonly kind: "below"; readonly name: string }
  /** An address (all its bits) or a range of them. */
  | { readonly kind: "addresses"; readonly address: string; readonly bits: number }
  /** The host's own loopback, however it is spelled. */
  | { readonly kind: "loopback" };

/** One grant or denial of the list. */
export interface EgressRule {
  /** As a list would write it, in normal form and without `!`: `*.example.com`, `example.com:8443`. */
  readonly word: string;
  readonly target: EgressTarget;
  /** A grant is for one port, 443 where the word names none; a denial without a port is for all. */
  readonly port: number | undefined;
  /** The group that the word came from. */
  readonly group: string | undefined;
}

/** What the value of `paddock.egress` says; without any grant there is no network. */
export interface EgressList {
  readonly allow: readonly EgressRule[];
  /** A denial wins over every grant. */
  readonly deny: readonly EgressRule[];
}

/** The port that a word without one is for: TLS alone, as the model APIs, registries and forges speak it. */
export const TLS_PORT = 443;

/** The image label that holds the list. */
export const EGRESS_LABEL = "paddock.egress";

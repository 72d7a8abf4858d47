import type { BufferPool, Network } from "../../host/network/network.ts";
import type { EgressList } from "../allowlist/egress-list.ts";
import type { Credential } from "./http/credential.ts";
import type { ChooseUpstream } from "./upstream/upstream.ts";

/** Bounds of one proxy: the sandbox behind it can use up no more. */
export interface ProxyLimits {
  readonly connections: number;
  readonly headerBytes: number;
  readonly headersMs: number;
  readonly resolveMs: number;
  readonly connectMs: number;
  /** From the tunnel's opening to the end of the ClientHello. */
  readonly helloMs: number;
  /** Longer than any model thinks without a byte. */
  readonly idleMs: number;
  /** For the other direction, once one is at its end. */
  readonly halfOpenMs: number;
}

export const LIMITS: ProxyLimits = {
  connections: 256,
  headerBytes: 16_384,
  headersMs: 10_000,
  resolveMs: 10_000,
  connectMs: 15_000,
  helloMs: 10_000,
  idleMs: 1_800_000,
  halfOpenMs: 60_000,
};

/** What became of one request; nothing in it is a path, a header or a credential. */
export interface ProxyRecord {
  readonly verdict: "allowed" | "denied" | "failed";
  readonly protocol: "connect" | "http";
  readonly host: string;
  readonly port: number;
  /** The rule that allowed it. */
  readonly rule?: string;
  /** Why it was denied or failed. */
  readonly reason?: string;
  /** The words that would allow it. */
  readonly add?: string;
  /** Bytes to and from the target. */
  readonly sent: number;
  readonly received: number;
  readonly durationMs: number;
}

/** What every request of one proxy is answered from. */
export interface ProxyContext {
  readonly network: Network;
  /** The list as it is now: a live change shows at the next request. */
  readonly list: () => EgressList;
  readonly credential: Credential;
  readonly upstream: ChooseUpstream;
  readonly buffers: BufferPool;
  /** Of the host, as they were a moment ago. */
  readonly ownAddresses: () => ReadonlySet<string>;
  readonly record: (record: ProxyRecord) => void;
  /** Milliseconds of a clock that only goes forward. */
  readonly clock: () => number;
  readonly limits: ProxyLimits;
}

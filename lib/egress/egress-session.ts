import type { Host } from "../host/host.ts";
import type { EgressList } from "./allowlist/egress-list.ts";

/** What a launch says of the sandbox whose network this is. */
export interface EgressSessionOptions {
  readonly list: EgressList;
  readonly profile: string;
  /** The workspace's path; of it only the last part is logged. */
  readonly workspace: string;
}

/** A proxy for one sandbox, as long as this process lives or until it is closed. */
export interface EgressSession {
  /** The sandbox's name for `paddock egress allow --sandbox ID`: eight hex digits. */
  readonly id: string;
  /** On 127.0.0.1 of this machine. */
  readonly port: number;
  /** Of this session alone: user and password of the proxy, letters and digits; `http://USER:PASSWORD@127.0.0.1:PORT`. */
  readonly credential: { readonly user: string; readonly password: string };
  /** Two lines on what was denied and the words that would allow it; undefined without denials. */
  readonly summary: () => string | undefined;
  /** Closes the listener and every connection. */
  readonly close: () => Promise<void>;
}

export type OpenEgress = (host: Host, options: EgressSessionOptions) => Promise<EgressSession>;

import type { PouringSocket, Socket } from "../../host/network/network.ts";
import type { Denial, KnownHost } from "../allowlist/judge-host.ts";
import type { Upstream } from "./upstream/upstream.ts";

/** A connection to where a request goes, or why there is none. */
export type Opened =
  | (PouringSocket & { readonly kind: "open"; readonly through: Upstream | undefined })
  | Denial
  | { readonly kind: "failed"; readonly status: 502 | 504; readonly why: string };

export interface Target {
  readonly protocol: "connect" | "http";
  /** Allowed by the list already. */
  readonly host: KnownHost;
  readonly port: number;
}

/** A connection that was opened without a buffer of its own. */
export function piping(socket: Socket): PouringSocket {
  return { socket, pourInto: (to) => void socket.pipe(to) };
}

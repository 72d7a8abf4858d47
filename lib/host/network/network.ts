import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { bufferPool } from "./buffer-pool.ts";
import type { BufferPool } from "./buffer-pool.ts";
import { connect, connectPouring, connectSecurely } from "./connect.ts";
import { askThrough, request } from "./request.ts";
import { resolveName } from "./resolve-name.ts";
import { serve } from "./serve.ts";

export type { BufferPool, IncomingMessage, ServerResponse, Socket };

/** A place to connect to, by address: nothing is resolved on the way. */
export interface Place {
  /** Tried in this order, the next one while the former is slow (RFC 8305). */
  readonly addresses: readonly string[];
  readonly port: number;
  readonly timeoutMs: number;
}

/** What a listener does; it answers through the socket or response that it is given. */
export interface ProxyHandlers {
  /** A CONNECT; `head` is what came after the request. The socket is the handler's from here on. */
  readonly onConnect: (request: IncomingMessage, socket: Socket, head: Buffer) => void;
  readonly onRequest: (request: IncomingMessage, response: ServerResponse) => void;
  /** What is no HTTP, too long or too slow; the status that says so. */
  readonly onBroken: (socket: Socket, status: 400 | 408 | 431) => void;
}

export interface ListenLimits {
  readonly connections: number;
  readonly headerBytes: number;
  readonly headersMs: number;
}

export interface Listener {
  readonly port: number;
  /** Ends the listener and all that it accepted. */
  readonly close: () => Promise<void>;
}

/** A plain HTTP request over a connection that is open already. */
export interface PlainRequest {
  readonly method: string;
  readonly path: string;
  /** Names and values by turns, as they are sent. */
  readonly headers: readonly string[];
  readonly body: IncomingMessage | undefined;
}

/** The answer of a proxy to a CONNECT: the tunnel, or the status that it refused with. */
export type Through =
  | { readonly kind: "open"; readonly socket: Socket }
  | { readonly kind: "refused"; readonly status: number };

/** A connection that is written to as any other, and whose incoming bytes go straight to another one. */
export interface PouringSocket {
  readonly socket: Socket;
  readonly pourInto: (to: Socket) => void;
}

/** The network of this machine, as the egress proxy needs it; errors are Node's own, with their codes. */
export interface Network {
  /** An HTTP proxy's listener on a free port of 127.0.0.1. */
  readonly serve: (handlers: ProxyHandlers, limits: ListenLimits) => Promise<Listener>;
  /** All addresses of a name, as this machine resolves names. */
  readonly resolve: (name: string) => Promise<readonly string[]>;
  readonly connect: (place: Place) => Promise<Socket>;
  /** Buffers for the tunnels of one proxy. */
  readonly bufferPool: () => BufferPool;
  readonly connectPouring: (place: Place, pool: BufferPool) => Promise<PouringSocket>;
  /** The same with TLS, for a proxy that is spoken to so. */
  readonly connectSecurely: (place: Place, name: string) => Promise<Socket>;
  readonly askThrough: (
    proxy: Socket,
    authority: string,
    authorization: string | undefined,
  ) => Promise<Through>;
  readonly request: (socket: Socket, request: PlainRequest) => Promise<IncomingMessage>;
  /** Of all interfaces, now: each address, and as ranges the IPv6 networks that they stand in. */
  readonly ownAddresses: () => ReadonlySet<string>;
}

/** The real network. */
export const systemNetwork: Network = {
  serve,
  resolve: resolveName,
  connect,
  bufferPool,
  connectPouring,
  connectSecurely,
  askThrough,
  request,
  ownAddresses,
};

/** A wider one is no network of a house or an office, but a provider's or a mistake. */
const WIDEST_NETWORK = 48;

function ownAddresses(): ReadonlySet<string> {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const networks = all.flatMap(({ family, internal, cidr }) => {
    const bits = Number(cidr?.split("/")[1]);
    return family === "IPv6" && !internal && cidr !== null && bits >= WIDEST_NETWORK ? [cidr] : [];
  });
  return new Set([...all.map(({ address }) => address), ...networks]);
}

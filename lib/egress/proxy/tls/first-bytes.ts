import type { Socket } from "../../../host/network/network.ts";
import type { KnownHost } from "../../allowlist/judge-host.ts";
import { HANDSHAKE_RECORD, LONGEST_HELLO, readClientHello } from "./client-hello.ts";

/** What a client says first in its tunnel; `bytes` are still to be passed on. */
export type FirstBytes =
  | { readonly kind: "tls"; readonly serverName: string | undefined; readonly bytes: Buffer }
  | { readonly kind: "other"; readonly bytes: Buffer }
  | { readonly kind: "wrong"; readonly why: string }
  /** The client said nothing more before it hung up or was late. */
  | { readonly kind: "closed"; readonly why: string };

export interface FirstBytesOptions {
  /** What came with the request already. */
  readonly head: Buffer;
  /** Whether the clock runs from now on; else from the first byte, since the target may be the one to speak first. */
  readonly mustSpeak: boolean;
  readonly timeoutMs: number;
}

// A client sends its hello in a few pieces: one that drips it is not worth the work of reading it again each time.
const MOST_PIECES = 1000;

/** Reads until it is known what the client speaks; the socket is left paused. */
export function readFirstBytes(socket: Socket, options: FirstBytesOptions): Promise<FirstBytes> {
  return new Promise((resolve) => {
    let bytes = options.head;
    let pieces = 0;
    let timer: NodeJS.Timeout | undefined;
    const done = (first: FirstBytes): void => {
      clearTimeout(timer);
      socket.pause().off("data", onData).off("end", onEnd).off("close", onEnd);
      resolve(first);
    };
    const startClock = (): void => {
      timer ??= setTimeout(() => {
        done({ kind: "closed", why: "it does not say in time to whom it speaks" });
      }, options.timeoutMs);
    };
    const look = (): void => {
      const first = judgeBytes(bytes, pieces);
      if (first !== undefined) done(first);
      else if (bytes.length > 0) startClock();
    };
    const onData = (piece: Buffer): void => {
      bytes = bytes.length === 0 ? piece : Buffer.concat([bytes, piece]);
      pieces += 1;
      look();
    };
    const onEnd = (): void => done({ kind: "closed", why: "it hung up before it said anything" });
    socket.on("data", onData).once("end", onEnd).once("close", onEnd);
    if (options.mustSpeak) startClock();
    look();
  });
}

function judgeBytes(bytes: Buffer, pieces: number): FirstBytes | undefined {
  if (bytes.length === 0) return undefined;
  if (bytes[0] !== HANDSHAKE_RECORD) return { kind: "other", bytes };
  const hello = readClientHello(bytes);
  switch (hello.kind) {
    case "hello":
      return { kind: "tls", serverName: hello.serverName, bytes };
    case "wrong":
      return hello;
    case "incomplete":
      if (pieces <= MOST_PIECES && bytes.length <= 2 * LONGEST_HELLO) return undefined;
      return { kind: "wrong", why: "its ClientHello has no end" };
  }
}

/** Why a client may not go on: its ClientHello must name the very host that the tunnel was asked for. */
export function helloObjection(
  first: Exclude<FirstBytes, { readonly kind: "closed" }>,
  host: KnownHost,
  mustBeTls: boolean,
): string | undefined {
  switch (first.kind) {
    case "wrong":
      return first.why;
    case "other":
      return mustBeTls ? "port 443 is for TLS, and this is not" : undefined;
    case "tls": {
      const name = first.serverName?.toLowerCase();
      // RFC 6066: an address is never sent as a server name.
      if (name === (host.kind === "name" ? host.text : undefined)) return undefined;
      return name === undefined
        ? "its ClientHello names no server"
        : `its ClientHello names another server, ${name.slice(0, 253)}`;
    }
  }
}

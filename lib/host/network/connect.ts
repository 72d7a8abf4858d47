import { connect as netConnect, isIP, isIPv6 } from "node:net";
import type { LookupFunction, Socket, TcpSocketConnectOpts } from "node:net";
import type { BufferPool } from "./buffer-pool.ts";
import type { Place, PouringSocket } from "./network.ts";
import { makePour } from "./pour.ts";

/** Connects to the first of the addresses that answers; the caller has `error` to listen for from here on. */
export function connect(place: Place): Promise<Socket> {
  return open(place, {});
}

function open(place: Place, more: Pick<TcpSocketConnectOpts, "onread">): Promise<Socket> {
  const socket = netConnect({
    ...more,
    host: "name.invalid",
    port: place.port,
    lookup: only(place.addresses),
    autoSelectFamily: true,
    allowHalfOpen: true,
    noDelay: true,
    keepAlive: true,
  });
  return opened(socket, "connect", place.timeoutMs);
}

/** The same for a tunnel: what comes in is written on to `into`, once that is said. */
export async function connectPouring(place: Place, pool: BufferPool): Promise<PouringSocket> {
  const { onread, into, close } = makePour(pool);
  try {
    const socket = await open(place, { onread });
    socket.once("close", close);
    return { socket, pourInto: (to) => into(socket, to) };
  } catch (error) {
    close();
    throw error;
  }
}

/** Connects with TLS, and checks that the certificate is that of `name`. */
export async function connectSecurely(place: Place, name: string): Promise<Socket> {
  // Few machines have such a proxy, and this is slow to load.
  const { checkServerIdentity, connect: tlsConnect } = await import("node:tls");
  const socket = tlsConnect({
    host: "name.invalid",
    port: place.port,
    // RFC 6066: an address is never sent as a server name.
    servername: isIP(name) === 0 ? name : "",
    checkServerIdentity: (_host, certificate) => checkServerIdentity(name, certificate),
    lookup: only(place.addresses),
    ALPNProtocols: ["http/1.1"],
  });
  return await opened(socket, "secureConnect", place.timeoutMs);
}

/** A resolver that knows nothing but these addresses. */
function only(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_name, options, done) => {
    const [first] = all;
    if (options.all === true) done(null, all);
    else done(null, first?.address ?? "", first?.family);
  };
}

function opened(
  socket: Socket,
  event: "connect" | "secureConnect",
  timeoutMs: number,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.destroy(Object.assign(new Error("no connection in time"), { code: "ETIMEDOUT" }));
    }, timeoutMs);
    socket.once(event, () => {
      clearTimeout(timer);
      socket.off("error", reject);
      resolve(socket);
    });
    socket.once("error", reject);
    socket.once("close", () => clearTimeout(timer));
  });
}

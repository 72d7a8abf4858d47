import { createServer } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Listener, ListenLimits, ProxyHandlers } from "./network.ts";

/** How long an idle connection waits for its next request. */
const KEPT_ALIVE_MS = 5000;
const CHECK_MS = 1000;

/** Listens on a free port of 127.0.0.1, never on another address. */
export async function serve(handlers: ProxyHandlers, limits: ListenLimits): Promise<Listener> {
  const sockets = new Set<Socket>();
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    // A body may take as long as it flows: what stands still is ended by the socket's own timeout.
    requestTimeout: 0,
    keepAliveTimeout: KEPT_ALIVE_MS,
    connectionsCheckingInterval: CHECK_MS,
    insecureHTTPParser: false,
    noDelay: true,
  });
  server.maxConnections = limits.connections;
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("connect", (request, stream, head) => {
    const socket = asSocket(stream);
    socket.on("error", () => socket.destroy());
    handlers.onConnect(request, socket, head);
  });
  server.on("request", handlers.onRequest);
  server.on("clientError", (error: NodeJS.ErrnoException, stream) => {
    const socket = asSocket(stream);
    if (!socket.writable) socket.destroy();
    else handlers.onBroken(socket, brokenStatus(error.code));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: "127.0.0.1", port: 0, exclusive: true }, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

// The types allow any stream; a plain HTTP server hands out sockets.
function asSocket(stream: Duplex): Socket {
  if (!(stream instanceof Socket)) throw new TypeError("a server's connection is no socket");
  return stream;
}

function brokenStatus(code: string | undefined): 400 | 408 | 431 {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return 408;
  return code === "HPE_HEADER_OVERFLOW" ? 431 : 400;
}

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import { connect, createServer as createTcpServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { connect as tlsConnect, createServer as createTlsServer } from "node:tls";
import type { TLSSocket } from "node:tls";
import type { Test } from "tap";
import { systemNetwork } from "../../../lib/host/network/network.ts";
import type { Network, Place } from "../../../lib/host/network/network.ts";
import { readEgress } from "../../../lib/egress/allowlist/read-egress.ts";
import type { ProxyLimits, ProxyRecord } from "../../../lib/egress/proxy/context.ts";
import { startProxy } from "../../../lib/egress/proxy/start-proxy.ts";
import type { Proxy, ProxyOptions } from "../../../lib/egress/proxy/start-proxy.ts";

/** A certificate of a throw-away authority for the names of the tests. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export function makeCertificate(t: Test): Certificate {
  const folder = t.testdir();
  const [key, cert] = [`${folder}/key.pem`, `${folder}/cert.pem`];
  const words =
    "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=test";
  const names =
    "subjectAltName=DNS:allowed.example,DNS:*.wild.example,DNS:other.example,IP:192.0.3.7";
  execFileSync("openssl", [...words.split(" "), "-addext", names, "-keyout", key, "-out", cert], {
    stdio: "pipe",
  });
  return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
}

/** An internet on loopback: names have addresses, an address and a port a server; everything else is unreachable. */
export interface Internet {
  readonly network: Network;
  /** `name` to addresses, changed by a test as it likes. */
  readonly names: Map<string, readonly string[] | (() => Promise<readonly string[]>)>;
  /** `address:port` to the port of a server on loopback. */
  readonly places: Map<string, number>;
  /** Every address that was connected to, in order. */
  readonly connected: string[];
  readonly own: Set<string>;
}

function failed(code: string): Error {
  return Object.assign(new Error(code), { code });
}

export function makeInternet(): Internet {
  const names: Internet["names"] = new Map();
  const places = new Map<string, number>();
  const connected: string[] = [];
  const own = new Set<string>();
  const route = (place: Place): Place => {
    const address = place.addresses.find((each) => places.has(`${each}:${place.port}`));
    connected.push(`${address ?? place.addresses.join(" ")}:${place.port}`);
    if (address === undefined) throw failed("ECONNREFUSED");
    return {
      ...place,
      addresses: ["127.0.0.1"],
      port: places.get(`${address}:${place.port}`) ?? 0,
    };
  };
  const network: Network = {
    ...systemNetwork,
    resolve: async (name) => {
      const found = names.get(name);
      if (found === undefined) throw failed("ENOTFOUND");
      return typeof found === "function" ? await found() : found;
    },
    connect: async (place) => await systemNetwork.connect(route(place)),
    connectPouring: async (place, pool) => await systemNetwork.connectPouring(route(place), pool),
    connectSecurely: async (place, name) => await systemNetwork.connectSecurely(route(place), name),
    ownAddresses: () => own,
  };
  return { network, names, places, connected, own };
}

export async function listen(t: Test, server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

/** A TLS server that answers each line with it, turned round. */
export async function echoTls(t: Test, certificate: Certificate): Promise<number> {
  const server = createTlsServer(certificate, (socket) => {
    socket.on("error", () => {});
    socket.pipe(socket);
  });
  return await listen(t, server);
}

export async function echoTcp(t: Test, greeting = ""): Promise<number> {
  return await listen(
    t,
    createTcpServer((socket) => {
      socket.on("error", () => {});
      if (greeting !== "") socket.write(greeting);
      socket.pipe(socket);
    }),
  );
}

export async function web(t: Test, answer: RequestListener): Promise<number> {
  return await listen(t, createServer(answer));
}

export interface TestProxy {
  readonly proxy: Proxy;
  readonly records: ProxyRecord[];
  /** Resolves with the next record that is not taken yet. */
  readonly record: () => Promise<ProxyRecord>;
}

export const CREDENTIAL = { user: "paddock", password: "secret" };
export const AUTHORIZATION = `Basic ${Buffer.from("paddock:secret").toString("base64")}`;

export async function proxyFor(
  t: Test,
  internet: Internet,
  list: string,
  more: Partial<Omit<ProxyOptions, "limits">> & { limits?: Partial<ProxyLimits> } = {},
): Promise<TestProxy> {
  const records: ProxyRecord[] = [];
  let taken = 0;
  const read = readEgress(list);
  const proxy = await startProxy({
    network: internet.network,
    list: () => read,
    credential: CREDENTIAL,
    upstream: () => undefined,
    record: (record) => void records.push(record),
    clock: () => performance.now(),
    ...more,
  });
  t.teardown(() => proxy.close());
  const record = async (): Promise<ProxyRecord> => {
    const deadline = Date.now() + 5000;
    while (records.length <= taken) {
      if (Date.now() > deadline) throw new Error("nothing was recorded");
      await new Promise((resolve) => void setTimeout(resolve, 5));
    }
    return records[taken++] as ProxyRecord;
  };
  return { proxy, records, record };
}

/** A connection to the proxy and what came back. */
export interface Client {
  readonly socket: Socket;
  /** Reads until the text is there; throws with what came when it ends before. */
  readonly until: (text: string) => Promise<string>;
  /** All that comes until the other side hangs up. */
  readonly rest: () => Promise<string>;
}

export async function dial(port: number): Promise<Client> {
  const socket = connect(port, "127.0.0.1");
  await new Promise((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  let text = "";
  let wake: (() => void) | undefined;
  socket.on("data", (piece) => {
    text += piece.toString("latin1");
    wake?.();
  });
  socket.on("error", () => {});
  socket.on("close", () => wake?.());
  const waitFor = async (done: () => boolean): Promise<void> => {
    while (!done() && !socket.closed) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    socket,
    until: async (wanted) => {
      await waitFor(() => text.includes(wanted));
      const at = text.indexOf(wanted);
      if (at === -1) throw new Error(`hung up after ${JSON.stringify(text)}`);
      const found = text.slice(0, at + wanted.length);
      text = text.slice(at + wanted.length);
      return found;
    },
    rest: async () => {
      await waitFor(() => false);
      const found = text;
      text = "";
      return found;
    },
  };
}

export function connectHead(authority: string, authorization: string = AUTHORIZATION): string {
  return `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\nProxy-Authorization: ${authorization}\r\n\r\n`;
}

/** Asks for a tunnel and returns it open; throws with the answer where it is not. */
export async function tunnel(port: number, authority: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(connectHead(authority));
  const head = await new Promise<string>((resolve, reject) => {
    socket.once("data", (piece) => {
      socket.pause();
      resolve(piece.toString("latin1"));
    });
    socket.once("close", () => reject(new Error("hung up")));
  });
  if (!head.startsWith("HTTP/1.1 200 ")) throw new Error(head);
  const after = head.slice(head.indexOf("\r\n\r\n") + 4);
  if (after !== "") socket.unshift(Buffer.from(after, "latin1"));
  return socket;
}

/** TLS through a tunnel; rejects as a client would. */
export function secure(
  socket: Socket,
  certificate: Certificate,
  servername: string | undefined,
  checked: string = servername ?? "192.0.3.7",
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const tls = tlsConnect({
      socket,
      ca: certificate.cert,
      ...(servername === undefined ? {} : { servername }),
      host: checked,
      checkServerIdentity: () => undefined,
    });
    tls.once("secureConnect", () => resolve(tls));
    tls.once("error", reject);
    tls.once("close", () => reject(new Error("closed")));
  });
}

export function bodyOf(answer: string): Record<string, unknown> {
  return JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4)) as Record<string, unknown>;
}

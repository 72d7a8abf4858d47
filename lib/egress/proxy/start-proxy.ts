import type { Network, Socket } from "../../host/network/network.ts";
import type { EgressList } from "../allowlist/egress-list.ts";
import { judgeHost } from "../allowlist/judge-host.ts";
import { answerResponse, answerSocket, badRequestAnswer, TOO_MANY } from "./http/answer.ts";
import { LIMITS } from "./context.ts";
import type { ProxyContext, ProxyLimits, ProxyRecord } from "./context.ts";
import type { Credential } from "./http/credential.ts";
import { servePlain } from "./plain-http.ts";
import { serveTunnel } from "./tunnel.ts";
import type { Tunnel } from "./tunnel.ts";
import type { ChooseUpstream } from "./upstream/upstream.ts";

export interface ProxyOptions {
  readonly network: Network;
  /** Asked at each request, so that it may change. */
  readonly list: () => EgressList;
  readonly credential: Credential;
  readonly upstream: ChooseUpstream;
  readonly record: (record: ProxyRecord) => void;
  readonly clock: () => number;
  readonly limits?: Partial<ProxyLimits>;
}

/** A running proxy. */
export interface Proxy {
  /** On 127.0.0.1. */
  readonly port: number;
  /** Cuts the open connections that the list does not allow any more, and returns how many. */
  readonly cutDenied: () => number;
  readonly close: () => Promise<void>;
}

/** Starts the proxy of one sandbox on a free port of 127.0.0.1. */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const context: ProxyContext = {
    ...options,
    buffers: options.network.bufferPool(),
    ownAddresses: rememberOwn(options),
    limits: { ...LIMITS, ...options.limits },
  };
  const tunnels = new Set<Tunnel>();
  const take = boundedBy(context.limits.connections);
  const { port, close } = await context.network.serve(
    {
      onConnect: (request, socket, head) => {
        const serve = () => serveTunnel(context, tunnels, { request, socket, head });
        if (take(serve, socket)) return;
        answerSocket(socket, TOO_MANY);
      },
      onRequest: (request, response) => {
        const serve = () => servePlain(context, tunnels, { request, response });
        if (take(serve, response)) return;
        answerResponse(response, TOO_MANY);
      },
      onBroken: (socket: Socket, status) =>
        answerSocket(
          socket,
          badRequestAnswer(status, "This is no HTTP request that a proxy takes."),
        ),
    },
    context.limits,
  );
  const cutDenied = (): number => {
    const denied = [...tunnels].filter(
      ({ host, port: at, protocol }) =>
        judgeHost(context.list(), { host: host.text, port: at, protocol }).kind === "denied",
    );
    for (const tunnel of denied) tunnel.cut();
    return denied.length;
  };
  return { port, close: () => closeAll(close, tunnels), cutDenied };
}

/** Begins work that may fail, which ends its connection; false where too much is under way. */
type Take = (work: () => Promise<void>, connection: { readonly destroy: () => void }) => boolean;

// The listener bounds connections, but one of them can send any number of plain requests without waiting for answers.
function boundedBy(most: number): Take {
  let busy = 0;
  return (work, connection) => {
    if (busy >= most) return false;
    busy += 1;
    work()
      .catch(() => connection.destroy())
      .finally(() => {
        busy -= 1;
      });
    return true;
  };
}

// They change when a cable is pulled, not between two connections.
const REMEMBERED_MS = 1000;

function rememberOwn({ network, clock }: ProxyOptions): () => ReadonlySet<string> {
  let known: { readonly addresses: ReadonlySet<string>; readonly until: number } | undefined;
  return () => {
    if (known === undefined || known.until < clock()) {
      known = { addresses: network.ownAddresses(), until: clock() + REMEMBERED_MS };
    }
    return known.addresses;
  };
}

async function closeAll(close: () => Promise<void>, tunnels: ReadonlySet<Tunnel>): Promise<void> {
  for (const tunnel of tunnels) tunnel.cut();
  await close();
}

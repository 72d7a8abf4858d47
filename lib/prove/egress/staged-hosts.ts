import { readEgress } from "../../egress/allowlist/read-egress.ts";
import type { EgressList } from "../../egress/allowlist/egress-list.ts";
import type { Host } from "../../host/host.ts";
import { systemNetwork } from "../../host/network/network.ts";
import type { Listener, Network, Place } from "../../host/network/network.ts";
import type { JudgedEgress } from "../../launch/egress/judged-egress.ts";

// No resolver knows a name below .invalid (RFC 6761): these lead where the proof says, and only in a proof.
const STAGE = "paddock-prove.invalid";
/** An allowed name that resolves to a private address. */
export const PRIVATE_NAME: string = `private.${STAGE}`;
/** An allowed name whose plain answer is a redirect to one that is not. */
export const REDIRECTING_NAME: string = `redirect.${STAGE}`;
/** A name that no list grants. */
export const NOBODY: string = STAGE;
/** Another one, where the redirect leads. */
export const ELSEWHERE: string = `elsewhere.${STAGE}`;

const PRIVATE_ADDRESS = "10.255.255.53";
// Nobody's (RFC 5737): what connects to it is led to the stage.
const STAGE_ADDRESS = "192.0.2.80";
const LIMITS = { connections: 8, headerBytes: 8192, headersMs: 5000 };

/** A list with the staged names, the network in which they exist, and a host whose own proxy is not asked for them. */
export interface Staged {
  readonly host: Host;
  readonly egress: JudgedEgress;
  readonly close: () => Promise<void>;
}

/**
 * Sets up, for one proof, what a list cannot be tried with on hosts of others: a name that resolves to a private address, and
 * a server that redirects. The launch is otherwise its own; nobody is connected to.
 */
export async function stageHosts(host: Host, egress: JudgedEgress): Promise<Staged> {
  const stage = await systemNetwork.serve(
    {
      onConnect: (_request, socket) => socket.destroy(),
      onBroken: (socket) => socket.destroy(),
      onRequest: (_request, response) =>
        void response.writeHead(302, { location: `https://${ELSEWHERE}/` }).end(),
    },
    LIMITS,
  );
  const { proxies } = host.settings;
  const none = [proxies.none, STAGE].filter(Boolean).join(",");
  return {
    host: { ...host, settings: { ...host.settings, proxies: { ...proxies, none } } },
    egress: { ...egress, list: withStage(egress.list), network: stagedNetwork(stage) },
    close: stage.close,
  };
}

function withStage(list: EgressList): EgressList {
  const staged = readEgress(`${PRIVATE_NAME} ${REDIRECTING_NAME}:80 ${STAGE_ADDRESS}:80`);
  return { ...list, allow: [...list.allow, ...staged.allow] };
}

function stagedNetwork({ port }: Pick<Listener, "port">): Network {
  const led = (place: Place): Place =>
    place.addresses.includes(STAGE_ADDRESS) ? { ...place, addresses: ["127.0.0.1"], port } : place;
  return {
    ...systemNetwork,
    resolve: async (name) => {
      if (name === PRIVATE_NAME) return [PRIVATE_ADDRESS];
      if (name === REDIRECTING_NAME) return [STAGE_ADDRESS];
      return await systemNetwork.resolve(name);
    },
    connect: (place) => systemNetwork.connect(led(place)),
  };
}

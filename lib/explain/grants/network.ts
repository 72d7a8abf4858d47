import { closedNetworkPorts } from "../../policy/closed-network.ts";
import type { LoopbackPort } from "../../policy/closed-network.ts";
import type { Network, Policy } from "../../policy/policy.ts";
import type { EgressWords } from "../context.ts";
import { grant } from "../row.ts";
import type { Grant } from "../row.ts";

/** What the sandbox can reach, and who can reach it. */
export function networkGrants(policy: Policy, egress: EgressWords | undefined): Grant[] {
  return [...networks(policy), ...hosts(egress), ...ports(policy), ...proxy(policy)];
}

function networks(policy: Policy): Grant[] {
  const joined: readonly Network[] =
    policy.networks.length > 0 ? policy.networks : [{ mode: "", options: [] }];
  const reaches = joined.map(reachOf);
  const members = [...new Set(reaches.flatMap((reach) => reach.members))];
  const common = { topic: "can reach", flags: ["network"] } as const;
  const [first, ...others] = reaches.map(({ text }) => text);
  return [
    grant({ ...common, key: "network", text: first ?? "", members }),
    ...others.map((text, index) => grant({ ...common, key: `network ${index + 2}`, text })),
  ];
}

interface Reach {
  readonly text: string;
  /** What is reached; the network itself where that is not known for certain, so that it is neither more nor less than another. */
  readonly members: readonly string[];
}

const OUTSIDE = ["internet", "local network", "this machine's services on its addresses", "names"];
const ANYWHERE =
  "any host: the internet, your local network, cloud metadata, and what this machine offers on its network addresses; names resolve";
const NOT_LOOPBACK = "nothing that listens on this machine's 127.0.0.1";

function reachOf(network: Network): Reach {
  const { mode, options, target } = network;
  switch (mode) {
    case "none":
      return { text: "nothing: this sandbox is offline", members: [] };
    case "host":
      return {
        text: "whatever this machine reaches, with every service on its own 127.0.0.1 (--network=host)",
        members: [...OUTSIDE, "127.0.0.1", "sockets without a file"],
      };
    case "":
      return {
        text: `${ANYWHERE}; ${NOT_LOOPBACK} (Podman's default network)`,
        members: ["Podman's default network"],
      };
    case "pasta":
      return pastaReach(network);
    default: {
      const written = [target === undefined ? mode : `${mode}:${target}`, ...options].join(",");
      return {
        text: `any host, through the network ${written}, and what else is on it`,
        members: [written],
      };
    }
  }
}

function pastaReach(network: Network): Reach {
  const { options } = network;
  const [flag, port = ""] = options;
  if (options.length === 0) return { text: `${ANYWHERE}; ${NOT_LOOPBACK}`, members: OUTSIDE };
  const closed = closedNetworkPorts(network);
  if (closed) return closedReach(closed);
  if (flag === "-T" && /^\d+$/.test(port) && options.length === 2) {
    return {
      text: `${ANYWHERE}; of this machine's 127.0.0.1 only port ${port}`,
      members: [...OUTSIDE, loopbackPort(port)],
    };
  }
  const written = options.join(",");
  const loopback = options.some((option) => /^--map-(?:gw|host-loopback)/.test(option));
  const text = loopback
    ? `${ANYWHERE}; every service on this machine's 127.0.0.1 (pasta ${written})`
    : `any host, as far as pasta lets it with the options ${written}`;
  return { text, members: [`pasta:${written}`] };
}

// A port that leads to 0 is that of Paddock's proxy.
function closedReach(mapped: readonly LoopbackPort[]): Reach {
  const open = mapped.filter(({ outside }) => outside !== 0);
  const members = open.map(({ outside }) => loopbackPort(outside));
  const alone = open.length === mapped.length ? "" : " by itself";
  const text =
    members.length === 0
      ? `no host${alone}, and no names`
      : `${members.join(" and ")}, and nothing else${alone}: no other host, no names`;
  return { text, members };
}

function loopbackPort(port: number | string): string {
  return `port ${port} of this machine's 127.0.0.1`;
}

function hosts(egress: EgressWords | undefined): Grant[] {
  if (egress === undefined) return [];
  const { allow, deny } = egress;
  const count = allow.length === 1 ? "one place" : `${allow.length} places`;
  const text = allow.length === 0 ? "no place" : `${count}: ${allow.join(", ")}`;
  const common = { topic: "can reach", flags: [] } as const;
  return [
    grant({
      ...common,
      key: "egress",
      text: `through Paddock's proxy ${text}`,
      members: allow,
      without: "unclear",
    }),
    ...deny.map((word) =>
      grant({
        ...common,
        key: `egress denial ${word}`,
        text: `never ${word}`,
        without: "wider",
      }),
    ),
  ];
}

function ports({ ports: { published, all } }: Policy): Grant[] {
  const rows = published.map((port) => {
    const local = /^(?:127\.|\[::1\])/.test(port);
    const who = local ? "programs of this machine reach it" : "other machines reach it";
    return grant({
      key: `publish ${port}`,
      topic: "can reach",
      text: `${who} at the port ${port}`,
      flags: ["publish"],
    });
  });
  const text = "other machines reach every port that the image names";
  return all
    ? [...rows, grant({ key: "publish-all", topic: "can reach", text, flags: ["publish-all"] })]
    : rows;
}

function proxy({ environment: { httpProxy } }: Policy): Grant[] {
  return [
    grant({
      key: "http-proxy",
      topic: "can see",
      text: httpProxy
        ? "this machine's proxy variables, with any password in them"
        : "none of this machine's proxy variables",
      flags: ["http-proxy"],
      level: httpProxy ? 1 : 0,
    }),
  ];
}

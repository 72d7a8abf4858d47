import type { Network, Policy } from "../policy/policy.ts";
import type { Control, NetworkPlace } from "./control.ts";
import { loopbackPorts, networkWall, opensLoopback } from "./network-wall.ts";

type Place = Exclude<NetworkPlace, `port-${number}`>;

const NAMES: Readonly<Record<Place, string>> = {
  internet: "the internet",
  "raw-ip": "an address of the internet without TCP",
  ipv6: "anything over IPv6",
  dns: "a name server",
  lan: "the local network",
  metadata: "the cloud's metadata service at 169.254.169.254",
  "host-services": "services on this machine's addresses",
  "host-loopback": "services on this machine's loopback",
};

const OFF_HOST: readonly Place[] = ["internet", "raw-ip", "dns", "lan", "metadata"];

/** What of the network the label opens and what it keeps away; nothing for a namespace that is shared, whose reach is its owner's. */
export function networkControls(policy: Policy): readonly Control[] {
  const networks = policy.networks.length === 0 ? [IMPLIED] : policy.networks;
  const walls = new Set(networks.map(networkWall));
  if (walls.has("unknown")) return [];
  const flags = policy.networks.map((network) => `--network=${written(network)}`);
  const control = (place: NetworkPlace, name: string, reachable: boolean): Control => ({
    id: `network:${place}`,
    promise: `${reachable ? "can" : "cannot"} reach ${name}`,
    flags,
    expected: { kind: "reach", place, reachable },
  });
  const of = (place: Place, reachable: boolean): Control => control(place, NAMES[place], reachable);
  const ports = networks.flatMap((network) => loopbackPorts(network) ?? []);
  const open = walls.has("open");
  const shut = !open && !walls.has("named");
  return [
    ...(open || shut ? OFF_HOST.map((at) => of(at, open)) : []),
    ...(open || (shut && !walls.has("bound")) ? [of("host-services", open)] : []),
    ...(shut || networks.every(isIpv4Only) ? [of("ipv6", false)] : []),
    ...(networks.some(opensLoopback) ? [] : [of("host-loopback", false)]),
    ...ports.map((port) => control(`port-${port}`, `this machine's 127.0.0.1, port ${port}`, true)),
  ];
}

// What a rootless Podman gives where the label names no network.
const IMPLIED: Network = { mode: "pasta", options: [] };

function isIpv4Only({ mode, options }: Network): boolean {
  return mode === "pasta" && options.some((option) => /^(?:-4|--ipv4-only)$/.test(option));
}

function written({ mode, options, target }: Network): string {
  const rest = target ?? options.join(",");
  return rest === "" ? mode : `${mode}:${rest}`;
}

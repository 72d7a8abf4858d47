import { closedNetworkPorts } from "../policy/closed-network.ts";
import type { Network } from "../policy/policy.ts";

/**
 * How a network stands to what lies outside: `open`; `shut`, where nothing is reached; `bound`, where nothing leaves this
 * machine, whose own addresses are reached; `named`, a network of Podman's whose reach its own definition decides;
 * `unknown`, another's namespace.
 */
export type NetworkWall = "open" | "shut" | "bound" | "named" | "unknown";

export function networkWall(network: Network): NetworkWall {
  switch (network.mode) {
    case "none":
      return "shut";
    case "pasta":
      if (closedNetworkPorts(network) !== undefined) return "shut";
      // Outgoing sockets that are bound to 127.0.0.1 reach every address of this machine, and no other.
      return optionValue(network, ["-o", "--outbound"]).some((value) => value.startsWith("127."))
        ? "bound"
        : "open";
    case "private":
    case "slirp4netns":
      return "open";
    case "host":
    case "ns":
    case "container":
      return "unknown";
    default:
      return "named";
  }
}

/** Whether the host's whole loopback is open, or more of it than can be listed. */
export function opensLoopback(network: Network): boolean {
  const { mode, options } = network;
  if (mode === "slirp4netns")
    return options.some((text) => /^allow_host_loopback=true$/i.test(text));
  if (mode !== "pasta") return false;
  const mapped = options.some((text) => /^--(?:map-gw|map-host-loopback)\b/.test(text));
  return mapped || loopbackPorts(network) === undefined;
}

/** The ports in the sandbox that lead to the host's loopback by TCP; undefined where they cannot be listed (`auto`, a range). */
export function loopbackPorts(network: Network): readonly number[] | undefined {
  if (network.mode !== "pasta") return [];
  // Port 0 leads nowhere: it is a proxy's that does not listen yet.
  const closed = closedNetworkPorts(network);
  if (closed) return closed.flatMap(({ inside, outside }) => (outside === 0 ? [] : [inside]));
  const specs = optionValue(network, ["-T", "--tcp-ns"]).filter((value) => value !== "none");
  const ports = specs.map(
    (spec) => /^(?:[^/]*\/)?(?<port>\d+)(?::\d+)?$/.exec(spec)?.groups?.["port"],
  );
  if (ports.includes(undefined)) return undefined;
  return ports.map(Number);
}

/** The values of a pasta option, written as `-x,value`, `-xvalue`, `--long,value` or `--long=value`. */
function optionValue({ options }: Network, names: readonly string[]): readonly string[] {
  return options.flatMap((text, at) => {
    for (const name of names) {
      if (text === name) return options[at + 1] ?? [];
      const joined = name.startsWith("--") ? `${name}=` : name;
      if (text.startsWith(joined) && !text.startsWith("--") === !name.startsWith("--")) {
        return text.slice(joined.length);
      }
    }
    return [];
  });
}

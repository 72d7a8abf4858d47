import type { Network } from "./policy.ts";

/**
 * The options of pasta that leave a sandbox its own loopback and nothing else: one address without a route, no IPv6, no UDP,
 * and outgoing sockets bound to the host's loopback device, should the sandbox come to a route after all. The device is what
 * holds: bound to the address 127.0.0.1 alone (`-o 127.0.0.1`), a socket still reaches every other address of the host.
 */
export const CLOSED_OPTIONS: readonly string[] =
  "--outbound-if4,lo,-I,tap0,-a,198.18.0.1,-n,32,-4,--no-udp".split(",");

/** A port of the sandbox's loopback that leads to one of the host's; 0 leads nowhere. */
export interface LoopbackPort {
  readonly inside: number;
  readonly outside: number;
}

/** The ports that a closed network opens (`-T INSIDE[:OUTSIDE]`); undefined for every network that is not closed. */
export function closedNetworkPorts({
  mode,
  options,
}: Network): readonly LoopbackPort[] | undefined {
  if (mode !== "pasta") return undefined;
  const ports: LoopbackPort[] = [];
  const rest: string[] = [];
  for (let at = 0; at < options.length; at += 1) {
    const option = options[at] ?? "";
    if (option !== "-T") {
      rest.push(option);
      continue;
    }
    at += 1;
    const port = readLoopbackPort(options[at] ?? "");
    if (port === undefined) return undefined;
    ports.push(port);
  }
  const isClosed =
    rest.length === CLOSED_OPTIONS.length &&
    rest.every((option, index) => option === CLOSED_OPTIONS[index]);
  return isClosed ? ports : undefined;
}

/** How a run label writes a closed network. */
export function closedNetworkFlag(ports: readonly string[]): string {
  return `--network pasta:${[...ports.flatMap((port) => ["-T", port]), ...CLOSED_OPTIONS].join(",")}`;
}

function readLoopbackPort(text: string): LoopbackPort | undefined {
  // pasta reads decimal numbers, zeros in front or not.
  const groups = /^(?<inside>\d{1,6})(?::(?<outside>\d{1,6}))?$/.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const inside = Number(groups["inside"]);
  return { inside, outside: Number(groups["outside"] ?? inside) };
}

import ipaddr from "ipaddr.js";
import type { Control, NetworkPlace } from "../control/control.ts";
import type { Host } from "../host/host.ts";
import type { Target } from "./surroundings.ts";

/** An address to try, by kind of place, in place of one that this machine's own settings lead to. */
export interface NamedTarget {
  readonly place: NetworkPlace;
  readonly address: string;
  readonly port: number;
}

/** One address to try; `listen` where this machine itself is to answer there meanwhile. */
export interface PlannedTarget extends Omit<Target, "live" | "port" | "token"> {
  readonly port: number | undefined;
}

const METADATA = "169.254.169.254";
const MACHINE_ADDRESSES = 4;

/**
 * Where a sandbox is to be tried: on ports of this machine that are opened for it, on its gateway and name servers, on
 * the metadata address, and on what the person named. Nothing is connected to yet.
 */
export function planTargets(
  host: Pick<Host, "files">,
  controls: readonly Control[],
  machine: readonly string[],
  named: readonly NamedTarget[],
): readonly PlannedTarget[] {
  const places = new Set(controls.flatMap(({ expected }) => placeOf(expected)));
  return [...places].flatMap((place): readonly PlannedTarget[] => {
    const chosen = named.filter((target) => target.place === place);
    if (chosen.length > 0) return chosen.map((target) => tcp(place, target.address, target.port));
    switch (place) {
      case "host-loopback":
        return ["127.0.0.1", "gateway", "host"].map((address) => tcp(place, address, undefined));
      case "host-services":
        return [...machine.slice(0, MACHINE_ADDRESSES), "host"].map((address) =>
          tcp(place, address, undefined),
        );
      case "metadata":
        return [tcp(place, METADATA, 80)];
      case "dns":
        return [{ place, address: "resolver", port: 53, protocol: "udp" }];
      case "raw-ip":
        return rawTargets(host, named);
      case "lan":
        return neighbours(host).map((address) => tcp(place, address, 53));
      case "internet":
        return publicNameServers(host).map((address) => tcp(place, address, 53));
      case "ipv6":
        return machine
          .filter((address) => ipaddr.IPv6.isValid(address))
          .slice(0, 1)
          .map((address) => tcp(place, address, undefined));
      default:
        return [tcp(place, "127.0.0.1", Number(place.slice("port-".length)))];
    }
  });
}

function placeOf(expected: Control["expected"]): readonly NetworkPlace[] {
  return expected.kind === "reach" ? [expected.place] : [];
}

function tcp(place: NetworkPlace, address: string, port: number | undefined): PlannedTarget {
  return { place, address, port, protocol: "tcp" };
}

function rawTargets(
  host: Pick<Host, "files">,
  named: readonly NamedTarget[],
): readonly PlannedTarget[] {
  const internet = named.filter(({ place }) => place === "internet");
  const addresses =
    internet.length > 0 ? internet.map(({ address }) => address) : publicNameServers(host);
  return addresses.map((address) => ({ place: "raw-ip", address, port: 53, protocol: "udp" }));
}

function publicNameServers(host: Pick<Host, "files">): readonly string[] {
  return nameServers(host).filter((address) => ipaddr.parse(address).range() === "unicast");
}

/** The gateway, and name servers that are not of the internet: hosts of the local network that are likely to answer. */
function neighbours(host: Pick<Host, "files">): readonly string[] {
  const local = nameServers(host).filter((address) => ipaddr.parse(address).range() === "private");
  return [...new Set([...gateways(host), ...local])];
}

function nameServers({ files }: Pick<Host, "files">): readonly string[] {
  const lines = (files.readText("/etc/resolv.conf") ?? "").split("\n");
  return lines.flatMap((line) => {
    const address = /^nameserver\s+(?<address>\S+)/.exec(line)?.groups?.["address"] ?? "";
    return ipaddr.isValid(address) ? [address] : [];
  });
}

/** Gateways of the default routes, which the kernel writes as hexadecimal of the lowest byte first. */
function gateways({ files }: Pick<Host, "files">): readonly string[] {
  const lines = (files.readText("/proc/net/route") ?? "").split("\n");
  return lines.flatMap((line) => {
    const [, target, gateway = ""] = line.split("\t");
    if (target !== "00000000" || !/^[0-9A-F]{8}$/.test(gateway) || gateway === target) return [];
    const bytes = gateway.match(/../g) ?? [];
    return bytes
      .toReversed()
      .map((byte) => Number.parseInt(byte, 16))
      .join(".");
  });
}

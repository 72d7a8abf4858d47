/** What scripts/root/network gives to the two namespaces, and the names that lead there. All of it is out of anyone's reach. */
export const ADDRESSES = {
  /** The machine on its LAN, where Podman and Paddock run, and its address on a second network, as Docker's bridge has one. */
  machine: { ipv4: "192.168.77.2", ipv6: "2a0f:77::2", bridge: "172.31.77.1" },
  internet: { name: "allowed.paddock.test", ipv4: "45.67.89.10", ipv6: "2a0f:88::10" },
  /** Another host of the internet, which no list names. */
  elsewhere: { name: "denied.paddock.test", ipv4: "45.67.89.20", ipv6: "2a0f:88::20" },
  lan: { name: "printer.paddock.test", ipv4: "192.168.77.20" },
  metadata: { name: "metadata.paddock.test", ipv4: "169.254.169.254", ipv6: "fd00:ec2::254" },
} as const;

/** Every host serves HTTP and HTTPS on these. */
export const PORTS = { http: [80, 8080], https: [443, 8443] } as const;

/** Where the servers keep their certificate, the answers of the DNS and the record of what reached them. */
export function serversFolder(): string {
  return `${process.env["XDG_RUNTIME_DIR"] ?? ""}/test-internet`;
}

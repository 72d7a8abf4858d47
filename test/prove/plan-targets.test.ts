import t from "tap";
import { networkControls } from "../../lib/control/network.ts";
import type { Host } from "../../lib/host/host.ts";
import { readPolicy } from "../../lib/policy/read-policy.ts";
import { planTargets } from "../../lib/prove/plan-targets.ts";
import type { NamedTarget } from "../../lib/prove/plan-targets.ts";

const ROUTES =
  "Iface\tDestination\tGateway\tFlags\n" +
  "uplink\t00000000\t014DA8C0\t0003\nuplink\t004DA8C0\t00000000\t0001\ntun\t00000000\t00000000\t0001\n";

/** `place address:port` of each target, `?` for a port that is opened for it. */
function plan(
  network: string,
  files: Readonly<Record<string, string>>,
  named: readonly NamedTarget[] = [],
): readonly string[] {
  const host: Pick<Host, "files"> = {
    files: { readText: (path: string) => files[path] } as Host["files"],
  };
  const policy = readPolicy(["podman", "run", `--network=${network}`, "img"]);
  const machine = ["192.168.77.2", "2a0f:77::2", "172.31.77.1", "10.0.0.1", "10.0.0.2"];
  const planned = planTargets(host, networkControls(policy), machine, named);
  return planned.map(
    ({ place, address, port, protocol }) => `${place} ${address}:${port ?? "?"}/${protocol}`,
  );
}

const OWN = [
  "host-services 192.168.77.2:?/tcp",
  "host-services 2a0f:77::2:?/tcp",
  "host-services 172.31.77.1:?/tcp",
  "host-services 10.0.0.1:?/tcp",
  "host-services host:?/tcp",
  "host-loopback 127.0.0.1:?/tcp",
  "host-loopback gateway:?/tcp",
  "host-loopback host:?/tcp",
];

t.test("a machine that knows nothing beyond itself", async (test) => {
  test.same(plan("pasta", {}), ["dns resolver:53/udp", "metadata 169.254.169.254:80/tcp", ...OWN]);
});

t.test(
  "the gateway and private name servers are neighbours, public ones the internet",
  async (test) => {
    const files = {
      "/proc/net/route": ROUTES,
      "/etc/resolv.conf":
        "# made\nsearch lan\nnameserver 192.168.77.1\nnameserver 10.9.9.9\nnameserver 45.67.89.10\nnameserver 127.0.0.53\nnameserver fe80::1%eth0\nnameserver x\n",
    };
    test.same(plan("pasta", files), [
      "internet 45.67.89.10:53/tcp",
      "raw-ip 45.67.89.10:53/udp",
      "dns resolver:53/udp",
      "lan 192.168.77.1:53/tcp",
      "lan 10.9.9.9:53/tcp",
      "metadata 169.254.169.254:80/tcp",
      ...OWN,
    ]);
  },
);

t.test("what a person names comes in place of it", async (test) => {
  const named: readonly NamedTarget[] = [
    { place: "internet", address: "1.2.3.4", port: 443 },
    { place: "lan", address: "192.168.1.9", port: 8080 },
    { place: "metadata", address: "100.100.100.200", port: 80 },
  ];
  test.same(plan("pasta", { "/etc/resolv.conf": "nameserver 45.67.89.10\n" }, named), [
    "internet 1.2.3.4:443/tcp",
    "raw-ip 1.2.3.4:53/udp",
    "dns resolver:53/udp",
    "lan 192.168.1.9:8080/tcp",
    "metadata 100.100.100.200:80/tcp",
    ...OWN,
  ]);
});

t.test("a port of the machine, and only what the label speaks of", async (test) => {
  test.same(plan("mine", {}), OWN.slice(5));
  test.ok(plan("pasta:-T,8080,-4", {}).includes("port-8080 127.0.0.1:8080/tcp"));
  test.same(plan("host", {}), []);
});

t.test("a sandbox without a network is tried on this machine's own IPv6 address", async (test) => {
  const ipv6 = plan("none", {}).filter((target) => target.startsWith("ipv6"));
  test.same(ipv6, ["ipv6 2a0f:77::2:?/tcp"]);
});

import t from "tap";
import type { Connections } from "../../lib/host/connections.ts";
import { openTargets } from "../../lib/prove/open-targets.ts";
import type { PlannedTarget } from "../../lib/prove/plan-targets.ts";

function tcp(place: PlannedTarget["place"], address: string, port?: number): PlannedTarget {
  return { place, address, port, protocol: "tcp" };
}

/** A network whose every act is written down; ports count up from 4000. */
function network(refuse = ""): { connections: Connections; acts: string[] } {
  const acts: string[] = [];
  let port = 4000;
  const connections: Connections = {
    addresses: async () => [],
    listen: async (address, greeting) => {
      if (address === refuse) throw new Error("in use");
      port += 1;
      const own = port;
      acts.push(`listen ${address} ${own} ${JSON.stringify(greeting)}`);
      return { address, port: own, close: () => void acts.push(`close ${own}`) };
    },
    connects: async (address, at) => {
      acts.push(`connect ${address}:${at}`);
      return address !== "10.0.0.9";
    },
    answersDns: async (address) => {
      acts.push(`ask ${address}`);
      return true;
    },
  };
  return { connections, acts };
}

t.test(
  "ports are opened, a name of the sandbox's own may lead to any of its place",
  async (test) => {
    const { connections, acts } = network();
    const { targets, close } = await openTargets(
      { connections },
      [
        tcp("host-services", "10.0.0.1"),
        tcp("host-services", "10.0.0.2"),
        tcp("host-services", "host"),
        tcp("host-loopback", "127.0.0.1"),
        tcp("host-loopback", "gateway"),
      ],
      "token",
    );
    test.same(
      targets.map(({ place, address, port, token, live }) => [place, address, port, token, live]),
      [
        ["host-services", "10.0.0.1", 4001, "token", true],
        ["host-services", "10.0.0.2", 4002, "token", true],
        ["host-services", "host", 4001, "token", true],
        ["host-services", "host", 4002, "token", true],
        ["host-loopback", "127.0.0.1", 4003, "token", true],
        ["host-loopback", "gateway", 4003, "token", true],
      ],
    );
    close();
    test.same(acts.slice(3), ["close 4001", "close 4002", "close 4003"]);
    test.equal(acts[0], 'listen 10.0.0.1 4001 "token\\n"');
  },
);

t.test("others are tried from here first, but for what only the sandbox sees", async (test) => {
  const { connections, acts } = network();
  const { targets } = await openTargets(
    { connections },
    [
      tcp("internet", "1.2.3.4", 443),
      tcp("lan", "10.0.0.9", 53),
      { place: "raw-ip", address: "1.2.3.4", port: 53, protocol: "udp" },
      { place: "dns", address: "resolver", port: 53, protocol: "udp" },
      tcp("port-8080", "127.0.0.1", 8080),
    ],
    "token",
  );
  test.same(
    targets.map(({ place, token, live }) => [place, token, live]),
    [
      ["internet", "", true],
      ["lan", "", false],
      ["raw-ip", "", true],
      ["dns", "", undefined],
      ["port-8080", "", undefined],
    ],
  );
  test.same(acts, ["connect 1.2.3.4:443", "connect 10.0.0.9:53", "ask 1.2.3.4"]);
});

t.test("a port that cannot be opened closes those before it", async (test) => {
  const { connections, acts } = network("127.0.0.1");
  const planned = [tcp("host-services", "10.0.0.1"), tcp("host-loopback", "127.0.0.1")];
  await test.rejects(openTargets({ connections }, planned, "token"), /in use/);
  test.equal(acts.at(-1), "close 4001");
});

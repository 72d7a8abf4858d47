import t from "tap";
import { judgeReach } from "../../../lib/prove/judge/network.ts";
import type { NetworkPlace } from "../../../lib/control/control.ts";
import { readReport } from "../../../lib/prove/probe/report.ts";
import type { Surroundings } from "../../../lib/prove/surroundings.ts";

type Case = readonly [
  name: string,
  place: NetworkPlace,
  reachable: boolean,
  live: boolean | undefined,
  report: string,
  result: string,
];

const ROUTE = "ipv4-route eth0";

const CASES: readonly Case[] = [
  [
    "a wall that holds",
    "internet",
    false,
    true,
    `${ROUTE}\nreach internet 1.2.3.4 80 refused`,
    "holds",
  ],
  [
    "a wall with a hole",
    "internet",
    false,
    true,
    `${ROUTE}\nreach internet 1.2.3.4 80 open`,
    "does not hold",
  ],
  [
    "one hole of two",
    "lan",
    false,
    true,
    `${ROUTE}\nreach lan 1.2.3.4 80 refused\nreach lan 1.2.3.5 80 open`,
    "does not hold",
  ],
  [
    "a target that is dead anyway",
    "internet",
    false,
    false,
    `${ROUTE}\nreach internet 1.2.3.4 80 refused`,
    "not measurable",
  ],
  ["no target", "internet", false, undefined, ROUTE, "not measurable"],
  ["no route at all", "internet", false, undefined, "", "holds"],
  ["a route for IPv6 only", "internet", false, undefined, "ipv6-route eth0", "not measurable"],
  [
    "no metadata service",
    "metadata",
    false,
    false,
    `${ROUTE}\nreach metadata 169.254.169.254 80 silent`,
    "holds",
  ],
  [
    "a metadata service",
    "metadata",
    false,
    true,
    `${ROUTE}\nreach metadata 169.254.169.254 80 open`,
    "does not hold",
  ],
  [
    "a resolver that answers",
    "dns",
    false,
    undefined,
    `${ROUTE}\nreach dns 127.0.0.53 53 open`,
    "does not hold",
  ],
  [
    "a resolver that is silent",
    "dns",
    false,
    undefined,
    `${ROUTE}\nreach dns 127.0.0.53 53 silent`,
    "holds",
  ],
  [
    "a resolver on loopback without a route",
    "dns",
    false,
    undefined,
    "reach dns 127.0.0.53 53 open",
    "does not hold",
  ],
  ["an IPv6 route", "ipv6", false, undefined, "ipv6-route eth0", "does not hold"],
  ["no IPv6 route", "ipv6", false, undefined, ROUTE, "holds"],
  ["loopback needs no route", "host-loopback", false, undefined, "", "not measurable"],
  [
    "a port that answers",
    "port-8080",
    true,
    undefined,
    "reach port-8080 127.0.0.1 8080 open",
    "holds",
  ],
  [
    "a port that is shut",
    "port-8080",
    true,
    undefined,
    "reach port-8080 127.0.0.1 8080 refused",
    "not measurable",
  ],
  ["granted and reached", "lan", true, true, `${ROUTE}\nreach lan 1.2.3.4 80 open`, "holds"],
  [
    "granted and not reached",
    "lan",
    true,
    true,
    `${ROUTE}\nreach lan 1.2.3.4 80 silent`,
    "does not hold",
  ],
  [
    "granted, dead anyway",
    "lan",
    true,
    false,
    `${ROUTE}\nreach lan 1.2.3.4 80 silent`,
    "not measurable",
  ],
  [
    "another service",
    "host-services",
    false,
    true,
    `${ROUTE}\nreach host-services 1.2.3.4 80 other`,
    "not measurable",
  ],
];

for (const [name, place, reachable, live, lines, result] of CASES) {
  t.test(`${place}: ${name}`, async (test) => {
    const report = readReport(`paddock-probe 1\n${lines}\nend\n`) ?? new Map<string, string[]>();
    const target = {
      place,
      address: "1.2.3.4",
      port: 80,
      protocol: "tcp",
      token: "",
      live,
    } as const;
    const around: Surroundings = {
      report,
      vm: false,
      places: [],
      host: { release: "", bootId: "" },
      targets: live === undefined ? [] : [target],
      outside: undefined,
      ignored: undefined,
    };
    test.equal(judgeReach({ place, reachable }, around).result, result);
  });
}

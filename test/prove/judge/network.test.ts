import t from "tap";
import { judgeReach } from "../../../lib/prove/judge/network.ts";
import type { NetworkPlace } from "../../../lib/control/control.ts";
import { readReport } from "../../../lib/prove/probe/report.ts";
import type { Report } from "../../../lib/prove/probe/report.ts";
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
  ["its own resolver was not tried", "dns", false, undefined, ROUTE, "not measurable"],
  ["no resolver", "dns", false, undefined, `${ROUTE}\nreach dns - 53 absent`, "holds"],
  ["metadata was not tried", "metadata", false, false, ROUTE, "not measurable"],
  [
    "what answers here was not tried",
    "lan",
    false,
    true,
    `${ROUTE}\nreach lan 1.2.3.5 80 refused`,
    "not measurable",
  ],
  [
    "an attempt that failed by itself",
    "internet",
    false,
    true,
    `${ROUTE}\nreach internet 1.2.3.4 80 failed`,
    "not measurable",
  ],
  [
    "a shell without connections",
    "internet",
    false,
    true,
    `${ROUTE}\nreach internet 1.2.3.4 80 no-tool`,
    "not measurable",
  ],
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

function around(report: Report, place: NetworkPlace, live: boolean | undefined): Surroundings {
  const target = { place, address: "1.2.3.4", port: 80, protocol: "tcp", token: "", live } as const;
  return {
    report,
    vm: false,
    places: [],
    host: { release: "", bootId: "", tmpfs: new Set() },
    targets: live === undefined ? [] : [target],
    outside: undefined,
    ignored: undefined,
  };
}

function reportOf(lines: string): Report {
  const report = readReport(`paddock-probe 2\n${lines}\nend\n`);
  if (report === undefined) throw new Error("no report");
  return report;
}

for (const [name, place, reachable, live, lines, result] of CASES) {
  t.test(`${place}: ${name}`, async (test) => {
    const given = around(reportOf(`routes\n${lines}`), place, live);
    test.equal(judgeReach({ place, reachable }, given).result, result);
  });
}

for (const place of ["internet", "ipv6", "lan", "dns", "metadata"] as const) {
  t.test(`${place}: a table of routes that was not read is no wall`, async (test) => {
    const given = around(reportOf("uid 1000"), place, undefined);
    test.equal(judgeReach({ place, reachable: false }, given).result, "not measurable");
  });
}

// libkrun carries connections without a route: none in the guest proves nothing.
const GUEST: readonly Case[] = [
  ["nothing tried", "internet", false, undefined, "", "not measurable"],
  ["tried", "internet", false, true, "reach internet 1.2.3.4 80 refused", "holds"],
  ["a hole", "internet", false, true, "reach internet 1.2.3.4 80 open", "does not hold"],
  ["an address that was not tried", "ipv6", false, true, "", "not measurable"],
  ["an address that was tried", "ipv6", false, true, "reach ipv6 1.2.3.4 80 refused", "holds"],
  ["no address here either", "ipv6", false, undefined, "", "holds"],
];
for (const [name, place, reachable, live, lines, result] of GUEST) {
  t.test(`in a guest without routes, ${place}: ${name}`, async (test) => {
    const given = around(reportOf(`routes\n${lines}`), place, live);
    test.equal(judgeReach({ place, reachable }, { ...given, vm: true }).result, result);
  });
}

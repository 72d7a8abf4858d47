import t from "tap";
import {
  CLOSED_OPTIONS,
  closedNetworkFlag,
  closedNetworkPorts,
} from "../../lib/policy/closed-network.ts";
import { readPolicy } from "../../lib/policy/read-policy.ts";

const CLOSED = CLOSED_OPTIONS.join(",");

const CASES: ReadonlyArray<readonly [network: string, ports: readonly string[] | undefined]> = [
  [`pasta:${CLOSED}`, []],
  [`pasta:-T,3128:0,${CLOSED}`, ["3128>0"]],
  [`pasta:-T,3128:040123,${CLOSED}`, ["3128>40123"]],
  [`pasta:${CLOSED},-T,11434,-T,80:8080`, ["11434>11434", "80>8080"]],
  ["pasta", undefined],
  ["none", undefined],
  ["private", undefined],
  [`pasta:-T,3128:,${CLOSED}`, undefined],
  [`pasta:-T,auto,${CLOSED}`, undefined],
  [`pasta:-T,80-90,${CLOSED}`, undefined],
  [`pasta:-T,~80,${CLOSED}`, undefined],
  [`pasta:${CLOSED},-T`, undefined],
  [`pasta:-U,53,${CLOSED}`, undefined],
  [`pasta:${CLOSED},-o,127.0.0.1`, undefined],
  [`pasta:${CLOSED},--map-gw`, undefined],
  [`pasta:${CLOSED},-n,24`, undefined],
  ...CLOSED_OPTIONS.map(
    (option) =>
      [`pasta:${CLOSED_OPTIONS.filter((each) => each !== option).join(",")}`, undefined] as const,
  ),
];

for (const [network, ports] of CASES) {
  t.test(network, async (test) => {
    const [read] = readPolicy(["podman", "run", "--network", network, "image"]).networks;
    const found = read && closedNetworkPorts(read);
    test.strictSame(
      found?.map(({ inside, outside }) => `${inside}>${outside}`),
      ports,
    );
  });
}

t.test("what is advised is closed", async (test) => {
  const words = closedNetworkFlag(["3128:0", "11434"]).split(" ");
  const [network] = readPolicy(["podman", "run", ...words, "image"]).networks;
  test.strictSame(network && closedNetworkPorts(network), [
    { inside: 3128, outside: 0 },
    { inside: 11434, outside: 11434 },
  ]);
});

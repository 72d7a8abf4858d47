import t from "tap";
import { networkControls } from "../../lib/control/network.ts";
import { CLOSED_OPTIONS } from "../../lib/policy/closed-network.ts";
import { readPolicy } from "../../lib/policy/read-policy.ts";

const OUTSIDE = ["internet", "raw-ip", "dns", "lan", "metadata", "host-services"];
const SHUT = OUTSIDE.map((place) => `-${place}`);
const OPEN = OUTSIDE.map((place) => `+${place}`);
const AWAY = SHUT.filter((place) => place !== "-host-services");
const CLOSED = CLOSED_OPTIONS.join(",");
const BOUND = "-o,127.0.0.1,--ipv4-only,--map-guest-addr,none,--dns-host,127.0.0.254";

const CASES: ReadonlyArray<readonly [string, readonly string[]]> = [
  ["--network none", [...SHUT, "-ipv6", "-host-loopback"]],
  ["--network pasta", [...OPEN, "-host-loopback"]],
  ["--network private", [...OPEN, "-host-loopback"]],
  ["--network slirp4netns", [...OPEN, "-host-loopback"]],
  ["--network slirp4netns:allow_host_loopback=true", OPEN],
  ["--network pasta:-4", [...OPEN, "-ipv6", "-host-loopback"]],
  ["--network pasta:-T,8080", [...OPEN, "-host-loopback", "+port-8080"]],
  ["--network pasta:-T,8080:21434", [...OPEN, "-host-loopback", "+port-8080"]],
  ["--network pasta:--tcp-ns=8080", [...OPEN, "-host-loopback", "+port-8080"]],
  ["--network pasta:-T8080", [...OPEN, "-host-loopback", "+port-8080"]],
  ["--network pasta:-T,none", [...OPEN, "-host-loopback"]],
  ["--network pasta:-T,auto", OPEN],
  ["--network pasta:-T,80-90", OPEN],
  ["--network pasta:--map-gw", OPEN],
  [`--network pasta:-T,8080,${CLOSED}`, [...SHUT, "-ipv6", "-host-loopback", "+port-8080"]],
  [`--network pasta:-T,3128:0,${CLOSED}`, [...SHUT, "-ipv6", "-host-loopback"]],
  [`--network pasta:-T,8080,${BOUND}`, [...AWAY, "-ipv6", "-host-loopback", "+port-8080"]],
  ["--network pasta:--outbound=127.0.0.1", [...AWAY, "-ipv6", "-host-loopback"]],
  ["--network mine", ["-host-loopback"]],
  ["--network mine --network pasta", [...OPEN, "-host-loopback"]],
  ["--network host", []],
  ["--network container:x", []],
  ["--network ns:/run/x", []],
];

for (const [words, expected] of CASES) {
  t.test(words, async (test) => {
    const controls = networkControls(readPolicy(["podman", "run", ...words.split(" "), "img"]));
    const found = controls.map(({ expected: state, id }) => {
      const sign = state.kind === "reach" && state.reachable ? "+" : "-";
      return id.replace("network:", sign);
    });
    test.same(found, expected);
    for (const { flags } of controls) {
      test.equal(flags.join(" "), words.replaceAll("--network ", "--network="));
    }
  });
}

import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import t from "tap";
import { systemNetwork } from "../../../lib/host/network/network.ts";

t.test("this machine's own addresses, and ranges of IPv6 alone", async (t) => {
  const own = systemNetwork.ownAddresses();
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  for (const { address } of all) t.ok(own.has(address), address);
  for (const range of [...own].filter((each) => each.includes("/"))) {
    const [network, bits] = ipaddr.parseCIDR(range);
    t.equal(network.kind(), "ipv6", range);
    t.ok(bits >= 48, range);
  }
});

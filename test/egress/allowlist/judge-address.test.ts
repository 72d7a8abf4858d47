import * as fc from "fast-check";
import t from "tap";
import { judgeAddress } from "../../../lib/egress/allowlist/judge-address.ts";
import { readEgress } from "../../../lib/egress/allowlist/read-egress.ts";

const NONE = readEgress("none");
const GRANTS = readEgress(
  "10.1.0.0/16:5432 10.7.0.9:5432 [2600:1:2:3::8] [fd12::]/48 100.64.0.0/10 10.0.0.0/8:22 !10.9.0.0/16",
);
const OWN = new Set([
  "9.9.9.9",
  "10.1.0.9",
  "10.7.0.9",
  "2600::9",
  "2600:1:2:3::5",
  "2600:1:2:3::5/64",
]);

const PUBLIC = [
  "1.1.1.1",
  "8.8.8.8",
  "172.15.255.255",
  "172.32.0.1",
  "192.0.3.1",
  "2606:4700::1111",
  "2a00:1450::1",
  "2600:1:2:4::5",
];
const REFUSED: readonly (readonly [address: string, why: RegExp])[] = [
  ["10.0.0.1", /private/],
  ["172.16.0.1", /private/],
  ["172.31.255.255", /private/],
  ["192.168.1.1", /private/],
  ["127.0.0.1", /loopback/],
  ["127.9.9.9", /loopback/],
  ["::1", /loopback/],
  ["0.0.0.0", /this machine/],
  ["0.1.2.3", /this machine/],
  ["::", /this machine/],
  ["169.254.169.254", /link-local/],
  ["fe80::1", /link-local/],
  ["fe80::1%eth0", /link-local/],
  ["fd00:ec2::254", /metadata/],
  ["FD00:0EC2:0::254", /metadata/],
  ["100.100.100.200", /metadata/],
  ["168.63.129.16", /metadata/],
  ["100.64.0.1", /provider/],
  ["100.127.255.255", /provider/],
  ["224.0.0.1", /many machines/],
  ["239.255.255.250", /many machines/],
  ["255.255.255.255", /many machines/],
  ["ff02::1", /many machines/],
  ["240.0.0.1", /reserved/],
  ["192.0.2.1", /reserved/],
  ["192.0.0.192", /reserved/],
  ["198.18.0.1", /reserved/],
  ["198.51.100.1", /reserved/],
  ["203.0.113.1", /reserved/],
  ["fc00::1", /private/],
  ["fd12::1", /private/],
  ["fec0::1", /private/],
  ["::ffff:127.0.0.1", /IPv6/],
  ["::ffff:8.8.8.8", /IPv6/],
  ["::ffff:0:8.8.8.8", /IPv6/],
  ["64:ff9b::7f00:1", /NAT64/],
  ["64:ff9b:1::7f00:1", /NAT64/],
  ["2002:7f00:1::", /6to4/],
  ["2001:0:1::1", /Teredo/],
  ["::127.0.0.1", /form of an IPv6/],
  ["2600::200:5efe:10.0.0.1", /ISATAP/],
  ["2600::5efe:10.0.0.1", /ISATAP/],
  ["2001:db8::1", /reserved/],
  ["4000::1", /reserved/],
  ["9.9.9.9", /this machine/],
  ["2600:0::9", /this machine/],
  ["2600:1:2:3::5", /this machine$/],
  ["2600:1:2:3:ffff::1", /own network/],
  ["8.8.8", /no address/],
  ["010.8.8.8", /no address/],
  ["example.com", /no address/],
  ["", /no address/],
];

t.test("public addresses pass", (t) => {
  for (const address of PUBLIC) {
    t.equal(judgeAddress(NONE, { address, port: 443, own: OWN }).kind, "public", address);
  }
  t.end();
});

for (const [address, why] of REFUSED) {
  t.test(`refused: ${address}`, (t) => {
    const verdict = judgeAddress(NONE, { address, port: 443, own: OWN });
    t.match(verdict, { kind: "refused", why });
    t.end();
  });
}

const GRANTED: readonly (readonly [address: string, port: number, kind: string])[] = [
  ["10.1.2.3", 5432, "granted"],
  ["10.1.2.3", 5433, "refused"],
  ["10.2.2.3", 5432, "refused"],
  ["10.9.0.1", 22, "refused"],
  ["10.8.0.1", 22, "granted"],
  ["10.1.0.9", 5432, "refused"],
  ["10.7.0.9", 5432, "granted"],
  ["10.7.0.9", 22, "refused"],
  ["2600:1:2:3::8", 443, "granted"],
  ["2600:1:2:3::9", 443, "refused"],
  ["fd12::7", 443, "granted"],
  ["100.64.1.1", 443, "granted"],
  ["100.100.100.200", 443, "refused"],
  ["::ffff:10.1.2.3", 5432, "refused"],
];
for (const [address, port, kind] of GRANTED) {
  t.test(`with grants: ${address}:${port} is ${kind}`, (t) => {
    t.equal(judgeAddress(GRANTS, { address, port, own: OWN }).kind, kind);
    t.end();
  });
}

t.test("no IPv6 form of a private IPv4 address passes", (t) => {
  const prefixes = ["::ffff:", "::", "64:ff9b::", "::ffff:0:", "2600::5efe:", "2a00::200:5efe:"];
  fc.assert(
    fc.property(fc.constantFrom(...prefixes), fc.ipV4(), (prefix, four) => {
      const address = `${prefix}${four}`;
      return judgeAddress(NONE, { address, port: 443, own: OWN }).kind === "refused";
    }),
  );
  t.end();
});

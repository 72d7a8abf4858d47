import { lookup } from "node:dns/promises";
import t from "tap";
import { ADDRESSES } from "./addresses.ts";
import { withTestNetwork } from "./test-network.ts";

const network = withTestNetwork(t);

async function curl(...args: readonly string[]): Promise<string> {
  const argv = ["curl", "--silent", "--show-error", "--max-time", "5", "--noproxy", "*", ...args];
  const { stdout, stderr } = await network.run(...argv);
  return stdout || stderr;
}

t.test("the machine reaches every host, by name and by address", async (t) => {
  for (const [host, { name, ...addresses }] of Object.entries({
    internet: ADDRESSES.internet,
    elsewhere: ADDRESSES.elsewhere,
    lan: ADDRESSES.lan,
    metadata: ADDRESSES.metadata,
  }))
    for (const address of Object.values(addresses)) {
      const literal = address.includes(":") ? `[${address}]` : address;
      const answer = await curl(
        "--connect-to",
        `${name}:80:${literal}:80`,
        `http://${name}/${host}`,
      );
      t.match(JSON.parse(answer), { kind: "http", address, host: name, path: `/${host}` });
      const found = await lookup(name, { all: true });
      t.ok(
        found.some((each) => each.address === address),
        name,
      );
    }
});

t.test("its HTTPS is trusted with the authority, and with no other", async (t) => {
  const url = `https://${network.internet.name}/secure`;
  const answer = JSON.parse(await curl("--cacert", network.authority, url));
  t.match(answer, { kind: "https", port: 443, sni: network.internet.name, path: "/secure" });
  t.match(await curl(url), /SSL certificate problem/);
  t.ok(network.seen().some((seen) => seen.kind === "https" && seen.path === "/secure"));
});

t.test("its DNS gives the answers that a test chose, one after the other", async (t) => {
  network.dns("changing.paddock.test", ["45.67.89.10"], ["127.0.0.1"]);
  for (const address of ["45.67.89.10", "127.0.0.1", "127.0.0.1"])
    t.strictSame(await lookup("changing.paddock.test"), { address, family: 4 });
  await t.rejects(lookup("absent.paddock.test"), { code: "ENOTFOUND" });
});

t.test("nothing leads out of it", async (t) => {
  // Two addresses that any machine of the internet reaches.
  for (const address of ["1.1.1.1", "[2606:4700:4700::1111]"])
    t.match(
      await curl("--max-time", "2", `http://${address}/`),
      /timed out|Could not connect|unreachable/i,
    );
});

import t from "tap";
import { judgeAddress } from "../../../lib/egress/allowlist/judge-address.ts";
import { judgeHost } from "../../../lib/egress/allowlist/judge-host.ts";
import { readEgress } from "../../../lib/egress/allowlist/read-egress.ts";
import {
  ELSEWHERE,
  NOBODY,
  PRIVATE_NAME,
  REDIRECTING_NAME,
  stageHosts,
} from "../../../lib/prove/egress/staged-hosts.ts";
import { testWorld } from "../../host-for-tests.ts";

const EGRESS = { text: "b.test", list: readEgress("b.test"), proxy: true, ports: [], findings: [] };

t.test("the staged names are granted, in a proof's list alone", async (test) => {
  const { host } = testWorld(test);
  const staged = await stageHosts(host, EGRESS);
  test.teardown(staged.close);
  const asked = [
    { host: "b.test", port: 443, protocol: "connect" },
    { host: PRIVATE_NAME, port: 443, protocol: "connect" },
    { host: REDIRECTING_NAME, port: 80, protocol: "http" },
    { host: NOBODY, port: 443, protocol: "connect" },
    { host: ELSEWHERE, port: 443, protocol: "connect" },
  ] as const;
  const kinds = (list: typeof EGRESS.list): readonly string[] =>
    asked.map((each) => judgeHost(list, each).kind);
  test.strictSame(kinds(staged.egress.list), ["allowed", "allowed", "allowed", "denied", "denied"]);
  test.strictSame(kinds(EGRESS.list), ["allowed", "denied", "denied", "denied", "denied"]);
});

t.test(
  "the private name leads to an address that the list refuses, the other to a redirect",
  async (test) => {
    const { host } = testWorld(test, { environment: { NO_PROXY: "a.test" } });
    const staged = await stageHosts(host, EGRESS);
    test.teardown(staged.close);
    const { network, list } = staged.egress;
    if (network === undefined) throw new Error("no network");
    const [address = ""] = await network.resolve(PRIVATE_NAME);
    const own = new Set<string>();
    test.equal(judgeAddress(list, { address, port: 443, own }).kind, "refused");
    const addresses = await network.resolve(REDIRECTING_NAME);
    test.equal(judgeAddress(list, { address: addresses[0] ?? "", port: 80, own }).kind, "granted");
    const socket = await network.connect({ addresses, port: 80, timeoutMs: 2000 });
    const request = {
      method: "GET",
      path: "/",
      headers: ["host", REDIRECTING_NAME],
      body: undefined,
    };
    const answer = await network.request(socket, request);
    test.equal(answer.statusCode, 302);
    test.equal(answer.headers.location, `https://${ELSEWHERE}/`);
    socket.destroy();
    test.equal(
      staged.host.settings.proxies.none,
      `a.test,${NOBODY}`,
      "no proxy of the host is asked",
    );
  },
);

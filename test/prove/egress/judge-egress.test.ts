import t from "tap";
import { readEgress } from "../../../lib/egress/allowlist/read-egress.ts";
import type { ProxyRecord } from "../../../lib/egress/proxy/context.ts";
import { egressControls, egressWords } from "../../../lib/prove/egress/egress-controls.ts";
import { judgeEgress } from "../../../lib/prove/egress/judge-egress.ts";
import { readReport } from "../../../lib/prove/probe/report.ts";

const LIST = "*.below.test !a.test a.test b.test";
const CONTROLS = egressControls(readEgress(LIST));

type Verdict = ProxyRecord["verdict"];

// What a control asks the proxy for.
const ASKED: Readonly<Record<string, readonly [host: string, port: number]>> = {
  allowed: ["b.test", 443],
  name: ["paddock-prove.invalid", 443],
  "plain-http": ["b.test", 80],
  metadata: ["169.254.169.254", 80],
  "private-name": ["private.paddock-prove.invalid", 443],
  redirect: ["elsewhere.paddock-prove.invalid", 443],
  "server-name": ["b.test", 443],
};

/** What becomes of one control by the line that the probe says of it, and what the proxy decided. */
function judge(id: string, line: string, verdicts: readonly Verdict[]): string {
  const control = CONTROLS.find((each) => each.id === `egress:${id}`);
  const report = readReport(`paddock-probe 2\negress egress:${id} ${line}\nend\n`);
  if (control === undefined || report === undefined) throw new Error(`no ${id}`);
  const [host = "", port = 0] = ASKED[id] ?? [];
  const seen = verdicts.map((verdict) => record(host, port, verdict));
  // Of others, which say nothing of this one.
  const others = [record("c.test", 443, "denied"), record(host, port + 1, "denied")];
  return judgeEgress(control, report, [...others, ...seen]).result;
}

function record(host: string, port: number, verdict: Verdict): ProxyRecord {
  return { verdict, protocol: "connect", host, port, sent: 0, received: 0, durationMs: 0 };
}

const CASES: ReadonlyArray<readonly [id: string, line: string, result: string]> = [
  ["allowed", "200 200", "holds"],
  ["allowed", "200 000", "holds"],
  ["allowed", "403 000", "does not hold"],
  ["allowed", "502 000", "not measurable"],
  ["name", "403 000", "holds"],
  ["name", "200 200", "does not hold"],
  ["name", "200 000", "does not hold"],
  ["name", "502 000", "not measurable"],
  ["name", "000 000", "not measurable"],
  ["name", "403", "not measurable"],
  ["name", "no-tool", "not measurable"],
  ["name", "403 000 more", "not measurable"],
  ["plain-http", "000 403", "holds"],
  ["plain-http", "000 200", "does not hold"],
  ["metadata", "000 200", "does not hold"],
  ["private-name", "403 000", "holds"],
  ["private-name", "504 000", "not measurable"],
  ["private-name", "200 000", "does not hold"],
  ["redirect", "403 302", "holds"],
  ["redirect", "403 000", "holds"],
  ["redirect", "000 403", "does not hold"],
  ["redirect", "000 302", "does not hold"],
  ["redirect", "200 200", "does not hold"],
  ["server-name", "200 000", "holds"],
  ["server-name", "200 404", "does not hold"],
  ["server-name", "502 000", "not measurable"],
];
for (const [id, line, result] of CASES) {
  t.test(`${id}: ${line} ${result}`, async (test) => {
    test.equal(judge(id, line, ["denied"]), result);
  });
}

// Green only where the proxy itself denied it: others refuse too.
const REFUSED_BY_OTHERS: typeof CASES = [
  ["metadata", "000 403", "the service itself wants a header"],
  ["plain-http", "000 403", "the server of the name"],
  ["server-name", "200 000", "a server that does not know the other name"],
  ["name", "403 000", "another proxy"],
  ["private-name", "403 000", "another proxy"],
  ["redirect", "403 302", "another proxy"],
];
for (const [id, line, who] of REFUSED_BY_OTHERS) {
  t.test(`${id}: ${line} from ${who}`, async (test) => {
    test.equal(judge(id, line, ["allowed"]), "does not hold");
    test.equal(judge(id, line, ["failed"]), "does not hold");
    test.equal(judge(id, line, []), "not measurable");
    test.equal(judge(id, line, ["allowed", "denied"]), "holds");
  });
}

t.test("what is tried leads to one allowed name, and to nobody else", async (test) => {
  const words = egressWords(CONTROLS);
  const urls = words.filter((word) => word.includes("://")).map((url) => new URL(url).hostname);
  const hosts = [
    "b.test",
    "paddock-prove.invalid",
    "private.paddock-prove.invalid",
    "redirect.paddock-prove.invalid",
    "192.0.2.1",
    "169.254.169.254",
  ];
  test.strictSame(new Set(urls), new Set(hosts));
});

t.test("what the list grants is not tried as denied", async (test) => {
  const granted = egressControls(readEgress("b.test b.test:80 b.test:4443"));
  const tried = new Set(granted.map(({ id }) => id));
  test.notOk(tried.has("egress:plain-http") || tried.has("egress:port"));
  const without = egressControls(readEgress("*.b.test")).map(({ id }) => id);
  test.strictSame(without, [
    "egress:name",
    "egress:address",
    "egress:metadata",
    "egress:private-name",
    "egress:redirect",
  ]);
});

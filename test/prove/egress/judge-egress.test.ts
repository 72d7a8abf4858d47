import t from "tap";
import { readEgress } from "../../../lib/egress/allowlist/read-egress.ts";
import { egressControls, egressWords } from "../../../lib/prove/egress/egress-controls.ts";
import { judgeEgress } from "../../../lib/prove/egress/judge-egress.ts";
import { readReport } from "../../../lib/prove/probe/report.ts";

const LIST = "*.below.test !a.test a.test b.test";
const CONTROLS = egressControls(readEgress(LIST));

/** What becomes of one control by the line that the probe says of it. */
function judge(id: string, line: string): string {
  const control = CONTROLS.find((each) => each.id === `egress:${id}`);
  const report = readReport(`paddock-probe 1\negress egress:${id} ${line}\nend\n`);
  if (control === undefined || report === undefined) throw new Error(`no ${id}`);
  return judgeEgress(control, report).result;
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
    test.equal(judge(id, line), result);
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

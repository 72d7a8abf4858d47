import t from "tap";
import { covers } from "../../../lib/egress/allowlist/covers.ts";
import { readDenial, readGrant } from "../../../lib/egress/allowlist/read-egress.ts";

const ROWS: ReadonlyArray<readonly [denial: string, grant: string, covered: boolean]> = [
  ["a.example", "a.example", true],
  ["a.example", "a.example:8443", true],
  ["a.example:443", "a.example:8443", false],
  ["a.example", "*.a.example", false],
  ["*.a.example", "a.example", false],
  ["*.a.example", "b.a.example", true],
  ["*.a.example", "ba.example", false],
  ["*.a.example", "*.a.example", true],
  ["*.b.a.example", "*.a.example", false],
  ["localhost", "localhost:11434", true],
  ["localhost:1", "localhost:11434", false],
  ["10.0.0.0/8", "10.2.0.0/16", true],
  ["10.2.0.0/16", "10.0.0.0/8", false],
  ["10.0.0.0/8", "[2001:db8::1]", false],
  ["10.0.0.0/8", "a.example", false],
];
for (const [denial, grant, covered] of ROWS) {
  t.test(`!${denial} and ${grant}`, async (t) => {
    const [[one], [other]] = [readDenial(denial), readGrant(grant)];
    if (one === undefined || other === undefined) throw new Error("no rule");
    t.equal(covers(one, other), covered);
  });
}

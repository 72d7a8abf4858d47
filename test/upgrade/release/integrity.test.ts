import t from "tap";
import { sha512Hex } from "../../../lib/upgrade/release/integrity.ts";
import { caseFile, casePackument, hashOf, integrityOf } from "../packument-for-tests.ts";

const one = integrityOf("one");
const two = integrityOf("two");

const ROWS: readonly (readonly [name: string, integrity: string | undefined, kind: string])[] = [
  ["a sha512", one, "sha512"],
  ["the same sha512 twice", `${one} ${one}`, "sha512"],
  ["options after a question mark", `${one}?foo`, "sha512"],
  ["blanks around it", `  sha1-jOeEyVlC7d2b9rSKlra6owEh+l8=   ${one}\n`, "sha512"],
  ["D07 two different sha512", `${one} ${two}`, "refused"],
  ["one right and one short sha512", `${one} sha512-AAAA`, "refused"],
  ["a digest that is too short", "sha512-AAAA", "refused"],
  ["63 bytes", `sha512-${Buffer.alloc(63).toString("base64")}`, "refused"],
  ["65 bytes", `sha512-${Buffer.alloc(65).toString("base64")}`, "refused"],
  ["bits behind the last byte", `sha512-${"A".repeat(85)}B==`, "refused"],
  ["an empty digest", "sha512-", "refused"],
  ["only a sha1", "sha1-jOeEyVlC7d2b9rSKlra6owEh+l8=", "missing"],
  ["only a sha384", "sha384-fbLTRgX2Jfug", "missing"],
  ["nothing", undefined, "missing"],
  ["an empty text", "", "missing"],
];

for (const [name, integrity, kind] of ROWS) {
  t.test(name, (t) => {
    t.equal(sha512Hex(integrity).kind, kind);
    t.end();
  });
}

t.test("the digest as hex", (t) => {
  t.strictSame(sha512Hex(one), { kind: "sha512", hex: hashOf("one") });
  t.end();
});

t.test("D06 no dist.integrity: a sha1 is never taken for a sha512", (t) => {
  const release = casePackument("D06").versions.get("1.0.0");
  t.equal(release?.shasum?.length, 40);
  t.equal(sha512Hex(release?.integrity).kind, "missing");
  t.end();
});

t.test("D07 several algorithms in one text", (t) => {
  const release = casePackument("D07").versions.get("1.0.0");
  t.strictSame(sha512Hex(release?.integrity), {
    kind: "sha512",
    hex: caseFile("D07", "want.txt").trim(),
  });
  t.end();
});

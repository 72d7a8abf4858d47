import * as fc from "fast-check";
import t from "tap";
import { judgeHost } from "../../../lib/egress/allowlist/judge-host.ts";
import { readEgress } from "../../../lib/egress/allowlist/read-egress.ts";

const LIST = readEgress(
  "api.example.com *.wild.example bücher.example plain.example:80 db.example:5432 localhost:11434 10.1.0.0/16:22 100.0.0.0/8:80 169.0.0.0/8:80 [2001:db8::1] *.part.example !no.part.example !*.never.part.example !port.part.example:8443 *.part.example:8443",
);

type Row = readonly [host: string, port: number, protocol: "connect" | "http", expected: string];
const ROWS: readonly Row[] = [
  ["api.example.com", 443, "connect", "api.example.com"],
  ["API.EXAMPLE.com.", 443, "connect", "api.example.com"],
  ["ＡＰＩ.example.com", 443, "connect", "api.example.com"],
  ["api.example.com", 80, "http", "add api.example.com:80"],
  ["api.example.com", 443, "http", "plain HTTP does not go to port 443"],
  ["api.example.com", 8443, "connect", "add api.example.com:8443"],
  ["example.com", 443, "connect", "add example.com"],
  ["xapi.example.com", 443, "connect", "add xapi.example.com"],
  ["api.example.com.evil.example", 443, "connect", "add api.example.com.evil.example"],
  ["a.wild.example", 443, "connect", "*.wild.example"],
  ["a.b.c.wild.example", 443, "connect", "*.wild.example"],
  ["wild.example", 443, "connect", "add wild.example"],
  ["evilwild.example", 443, "connect", "add evilwild.example"],
  [".wild.example", 443, "connect", "no such host"],
  ["xn--bcher-kva.example", 443, "connect", "xn--bcher-kva.example"],
  ["BÜCHER.example", 443, "connect", "xn--bcher-kva.example"],
  ["plain.example", 80, "http", "plain.example:80"],
  ["plain.example", 80, "connect", "plain.example:80"],
  ["plain.example", 443, "connect", "add plain.example"],
  ["db.example", 5432, "connect", "db.example:5432"],
  ["localhost", 11434, "connect", "localhost:11434"],
  ["127.0.0.1", 11434, "http", "localhost:11434"],
  ["[::1]", 11434, "http", "localhost:11434"],
  ["::1", 11434, "connect", "localhost:11434"],
  ["0x7f.1", 11434, "connect", "localhost:11434"],
  ["localhost", 22, "connect", "add localhost:22"],
  ["127.0.0.2", 11434, "connect", "no list can grant it"],
  ["a.localhost", 11434, "connect", "add a.localhost:11434"],
  ["10.1.2.3", 22, "connect", "10.1.0.0/16:22"],
  ["167838211", 22, "connect", "10.1.0.0/16:22"],
  ["10.2.2.3", 22, "connect", "add 10.2.2.3:22"],
  ["10.1.2.3", 443, "connect", "add 10.1.2.3"],
  ["[::ffff:10.1.2.3]", 22, "connect", "no list can grant it"],
  ["169.254.169.254", 80, "http", "no list can grant it"],
  ["100.100.100.200", 80, "connect", "no list can grant it"],
  ["100.99.0.1", 80, "connect", "100.0.0.0/8:80"],
  ["[2001:db8:0:0::1]", 443, "connect", "[2001:db8::1]"],
  ["2001:db8::1", 443, "connect", "[2001:db8::1]"],
  ["a.part.example", 443, "connect", "*.part.example"],
  ["no.part.example", 443, "connect", "the list denies !no.part.example"],
  ["No.Part.Example.", 8443, "connect", "the list denies !no.part.example"],
  ["sub.no.part.example", 443, "connect", "*.part.example"],
  ["a.never.part.example", 443, "connect", "the list denies !*.never.part.example"],
  ["port.part.example", 443, "connect", "*.part.example"],
  ["port.part.example", 8443, "connect", "the list denies !port.part.example:8443"],
  ["", 443, "connect", "no such host"],
  ["intranet", 443, "connect", "no such host"],
  ["api.example.com\u0000.evil", 443, "connect", "no such host"],
  ["api.example.com@evil.example", 443, "connect", "no such host"],
  ["api.example.com#.evil.example", 443, "connect", "no such host"],
  ["api.example.com:443", 443, "connect", "no such host"],
  ["a".repeat(100_000), 443, "connect", "no such host"],
];
for (const [host, port, protocol, expected] of ROWS) {
  t.test(`${JSON.stringify(host.slice(0, 40))}:${port} ${protocol}`, (t) => {
    const verdict = judgeHost(LIST, { host, port, protocol });
    const answer =
      verdict.kind === "allowed"
        ? verdict.rule.word
        : verdict.add === undefined
          ? verdict.reason
          : `add ${verdict.add}`;
    t.ok(answer === expected || answer.startsWith(`${expected}:`), answer);
    t.end();
  });
}

t.test("the words of a denial are what allows it", (t) => {
  fc.assert(
    fc.property(
      fc.oneof(fc.domain(), fc.ipV4(), fc.constant("localhost")),
      fc.integer({ min: 1, max: 65_535 }),
      (host, port) => {
        const denied = judgeHost(readEgress("none"), { host, port, protocol: "connect" });
        if (denied.kind === "allowed") return false;
        if (denied.add === undefined) return true;
        let list;
        try {
          list = readEgress(denied.add);
        } catch {
          // An address that no list can grant.
          return /^[\d.]+(?::\d+)?$/.test(denied.add);
        }
        return judgeHost(list, { host, port, protocol: "connect" }).kind === "allowed";
      },
    ),
    { numRuns: 2000 },
  );
  t.end();
});

t.test("garbage is denied or is what the list names, and never throws", (t) => {
  const near = fc
    .array(
      fc.constantFrom(
        "api",
        "example",
        "com",
        ".",
        "-",
        "*",
        "[",
        "]",
        ":",
        "@",
        "%",
        "ｅ",
        "\u00AD",
        "。",
        "0",
        "\n",
        "/",
        "\\",
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.oneof(near, fc.string({ unit: "binary" })), (host) => {
      const verdict = judgeHost(readEgress("api.example.com"), {
        host,
        port: 443,
        protocol: "connect",
      });
      return verdict.kind === "denied" || verdict.host.text === "api.example.com";
    }),
    { numRuns: 5000 },
  );
  t.end();
});

import t from "tap";
import { PaddockError } from "../../../lib/errors.ts";
import { readDenial, readEgress } from "../../../lib/egress/allowlist/read-egress.ts";
import { GROUPS } from "../../../lib/egress/groups.ts";

const words = (text: string): readonly string[] =>
  readEgress(text).allow.map(({ word, port }) => `${word} ${port}`);

const READ: readonly (readonly [name: string, text: string, expected: readonly string[]])[] = [
  ["a name is for TLS", "api.example.com", ["api.example.com 443"]],
  ["a port", "api.example.com:8443", ["api.example.com:8443 8443"]],
  ["443 is the port without saying so", "a.example.com:443", ["a.example.com 443"]],
  ["upper case and a trailing dot", "API.Example.COM.", ["api.example.com 443"]],
  ["an international name", "bücher.example", ["xn--bcher-kva.example 443"]],
  ["full-width letters", "ｅxample.com", ["example.com 443"]],
  ["a wildcard", "*.Example.com:80", ["*.example.com:80 80"]],
  [
    "loopback spellings",
    "localhost:1 127.0.0.1:2 [::1]:3",
    ["localhost:1 1", "localhost:2 2", "localhost:3 3"],
  ],
  ["an address", "192.0.3.7:22", ["192.0.3.7:22 22"]],
  ["a range", "10.1.0.0/16:5432", ["10.1.0.0/16:5432 5432"]],
  ["an IPv6 address", "[2001:DB8:0::1]:8080", ["[2001:db8::1]:8080 8080"]],
  ["an IPv6 range", "[fd12:3456::]/48", ["[fd12:3456::]/48 443"]],
  [
    "the same word twice, in two spellings",
    "a.example a.EXAMPLE. a.example:443",
    ["a.example 443"],
  ],
  ["blanks of all kinds", "  a.example\n\tb.example ", ["a.example 443", "b.example 443"]],
  ["none", "none", []],
  [
    "F11 a list with a dead name",
    "api.example gone.invalid api.example",
    ["api.example 443", "gone.invalid 443"],
  ],
];
for (const [name, text, expected] of READ) {
  t.test(name, (t) => {
    t.strictSame(words(text), expected);
    t.end();
  });
}

t.test("a group is its words, and says so", (t) => {
  const { allow } = readEgress("github");
  t.strictSame(
    allow.map(({ word }) => word),
    GROUPS["github"],
  );
  t.ok(allow.every(({ group }) => group === "github"));
  t.end();
});

t.test("every group can be read", (t) => {
  for (const name of Object.keys(GROUPS)) {
    t.equal(readEgress(name).allow.length, GROUPS[name]?.length, name);
  }
  t.end();
});

t.test("denials stand apart, for all ports unless they name one", (t) => {
  const { allow, deny } = readEgress("*.example.com !t.example.com !u.example.com:8443 !github");
  t.equal(allow.length, 1);
  t.strictSame(
    deny.map(({ word, port }) => `${word} ${port}`),
    [
      "t.example.com undefined",
      "u.example.com:8443 8443",
      "github.com undefined",
      "*.github.com undefined",
      "*.githubusercontent.com undefined",
    ],
  );
  t.equal(readDenial("localhost")[0]?.target.kind, "loopback");
  t.end();
});

const REFUSED: readonly (readonly [text: string, why: RegExp])[] = [
  ["", /empty/],
  ["  \n", /empty/],
  ["none github", /none stands beside/],
  ["*", /no word for everything/],
  ["everything", /no word for everything/],
  ["*.com", /two parts or more/],
  ["*.", /two parts or more/],
  ["*.*.example.com", /two parts or more/],
  ["a*.example.com", /whole parts at the front/],
  ["*example.com", /whole parts at the front/],
  ["www.*.com", /whole parts at the front/],
  ["*.10.0.0.1", /two parts or more/],
  ["githubb", /no group has that name/],
  ["constructor", /no group has that name/],
  ["__proto__", /not a whole name/],
  ["intranet:443", /not a whole name/],
  ["https://api.example.com", /URL/],
  ["api.example.com/path", /only an address has a range/],
  ["api.example.com:0", /port/],
  ["api.example.com:65536", /port/],
  ["api.example.com:+80", /port/],
  ["api.example.com:080", /port/],
  ["api.example.com:", /port/],
  ["api.example.com:80:80", /port/],
  ["user@api.example.com", /character/],
  ["api..example.com", /part of it/],
  ["api.example.com..", /part of it/],
  ["-a.example.com", /part of it/],
  [`${"a".repeat(64)}.example.com`, /part of it/],
  [`${"a.".repeat(130)}com`, /longer/],
  [`${"a".repeat(5000)}.com`, /longer/],
  ["exa mple.com !", /./],
  ["a%2eexample.com", /character/],
  ["localhost", /port by port/],
  ["127.0.0.1", /port by port/],
  ["[::1]", /port by port/],
  ["::1:80", /./],
  ["127.0.0.2:80", /loopback/],
  ["0.0.0.0:80", /this machine/],
  ["169.254.169.254:80", /link-local/],
  ["2852039166:80", /link-local/],
  ["[fd00:ec2::254]:80", /metadata/],
  ["168.63.129.16:80", /metadata/],
  ["100.100.100.200:80", /metadata/],
  ["[fe80::1]:80", /link-local/],
  ["[fe80::1%eth0]:80", /character/],
  ["224.0.0.1:80", /many machines/],
  ["[::ffff:10.0.0.1]:80", /form of an IPv6/],
  ["[64:ff9b::a00:1]:80", /NAT64/],
  ["[2002:a00:1::]:80", /6to4/],
  ["[2001::1]:80", /Teredo/],
  ["0.0.0.0/0", /8 to 32/],
  ["10.0.0.0/7", /8 to 32/],
  ["10.0.0.0/33", /8 to 32/],
  ["10.0.0.0/", /8 to 32/],
  ["10.0.0.0/8/8", /no name and no range/],
  ["[::]/0", /32 to 128/],
  ["1.2.3.4.5", /no name and no address/],
  ["a.example.0x1", /no name and no address/],
  ["!", /empty/],
  ["!*", /whole parts/],
];
for (const [text, why] of REFUSED) {
  t.test(`refused: ${text.slice(0, 60)}`, (t) => {
    try {
      readEgress(text);
      t.fail("it was read");
    } catch (error) {
      if (!(error instanceof PaddockError)) throw error;
      t.equal(error.code, "label-invalid");
      t.match(error.message, why);
      t.match(
        error.fix,
        text.trim() === "" || text.includes("none") ? /none/ : /Accepted: a group/,
      );
    }
    t.end();
  });
}

t.test("what is refused is printed safely and cut", (t) => {
  try {
    readEgress(`\u001B[31m${"x".repeat(5000)}`);
    t.fail("it was read");
  } catch (error) {
    const { message } = error as PaddockError;
    t.notMatch(message, /\u001B/);
    t.ok(message.length < 300, message);
  }
  t.end();
});

t.test("a list has an end", (t) => {
  t.throws(() => readEgress("a.example ".repeat(1001)), { code: "label-invalid" });
  t.end();
});

import t from "tap";
import { PaddockError } from "../../../../lib/errors.ts";
import { readUpstream } from "../../../../lib/egress/proxy/upstream/upstream.ts";

const unset = { https: undefined, http: undefined, none: undefined };

t.test("one proxy for each protocol, with its credentials", (t) => {
  const choose = readUpstream({
    ...unset,
    https: "http://ann:p%40ss@proxy.corp:3128",
    http: "proxy.corp:8080",
  });
  t.strictSame(choose("connect", "a.example", 443), {
    secure: false,
    host: "proxy.corp",
    port: 3128,
    authorization: `Basic ${Buffer.from("ann:p@ss").toString("base64")}`,
  });
  t.strictSame(choose("http", "a.example", 80), {
    secure: false,
    host: "proxy.corp",
    port: 8080,
    authorization: undefined,
  });
  t.strictSame(
    readUpstream({ ...unset, https: "https://[fd00::1]" })("connect", "a.example", 443),
    {
      secure: true,
      host: "fd00::1",
      port: 443,
      authorization: undefined,
    },
  );
  t.equal(readUpstream(unset)("connect", "a.example", 443), undefined);
  t.end();
});

const EXCEPTIONS: readonly (readonly [none: string, host: string, direct: boolean])[] = [
  ["*", "a.example", true],
  ["a.example", "a.example", true],
  ["A.Example", "a.example", true],
  ["a.example", "b.a.example", true],
  [".a.example", "b.a.example", true],
  ["*.a.example", "b.a.example", true],
  ["a.example", "ba.example", false],
  ["a.example:443", "a.example", true],
  ["a.example:8443", "a.example", false],
  ["x, a.example", "a.example", true],
  ["x a.example", "a.example", true],
  ["", "a.example", false],
  [".", "a.example", false],
  ["10.0.0.0/8", "10.1.2.3", true],
  ["10.0.0.0/8", "11.1.2.3", false],
  ["fd00::/8", "10.1.2.3", false],
  ["fd12::1", "fd12:0::1", true],
];
for (const [none, host, direct] of EXCEPTIONS) {
  t.test(`NO_PROXY=${none} for ${host}`, (t) => {
    const choose = readUpstream({ ...unset, https: "http://proxy.corp:1", none });
    t.equal(choose("connect", host, 443) === undefined, direct);
    t.end();
  });
}

t.test("what is not spoken is refused, without its password", (t) => {
  for (const https of [
    "socks5://ann:secret@p:1",
    "http://",
    "http://ann:%zz-secret@p:1",
    "::secret",
  ]) {
    try {
      readUpstream({ ...unset, https });
      t.fail(https);
    } catch (error) {
      if (!(error instanceof PaddockError)) throw error;
      t.equal(error.code, "host-unready");
      t.notMatch(`${error.message} ${error.fix}`, /secret/);
    }
  }
  t.end();
});

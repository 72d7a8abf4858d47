import t from "tap";
import {
  AUTHORIZATION,
  bodyOf,
  connectHead,
  dial,
  echoTcp,
  echoTls,
  makeCertificate,
  makeInternet,
  proxyFor,
  secure,
  tunnel,
} from "./internet-for-tests.ts";

const certificate = makeCertificate(t);

t.test("TLS to an allowed name goes through, and is written down at its end", async (t) => {
  const internet = makeInternet();
  internet.names.set("allowed.example", ["9.9.9.9"]);
  internet.places.set("9.9.9.9:443", await echoTls(t, certificate));
  const { proxy, record } = await proxyFor(t, internet, "allowed.example");
  const tls = await secure(
    await tunnel(proxy.port, "Allowed.Example.:443"),
    certificate,
    "ALLOWED.example",
  );
  tls.end("hello\n");
  const answer = await new Promise((resolve) => {
    let text = "";
    tls.on("data", (piece: Buffer) => {
      text += piece.toString();
    });
    tls.once("end", () => resolve(text));
  });
  t.equal(answer, "hello\n");
  const { sent, received, durationMs, ...rest } = await record();
  t.strictSame(rest, {
    verdict: "allowed",
    protocol: "connect",
    host: "allowed.example",
    port: 443,
    rule: "allowed.example",
  });
  t.ok(sent > 200 && received > 200 && durationMs >= 0);
  t.strictSame(internet.connected, ["9.9.9.9:443"]);
});

interface Refusal {
  readonly name: string;
  readonly authority: string;
  readonly status: number;
  readonly body: object;
}
const denied = (host: string, port: number, rule: string | RegExp, add: string | null) => ({
  error: "egress-denied",
  host,
  port,
  rule,
  add,
});
const REFUSALS: readonly Refusal[] = [
  {
    name: "a name that is not in the list",
    authority: "evil.example:443",
    status: 403,
    body: denied("evil.example", 443, "nothing in the list grants it", "evil.example"),
  },
  {
    name: "another port",
    authority: "allowed.example:8443",
    status: 403,
    body: denied("allowed.example", 8443, "nothing in the list grants it", "allowed.example:8443"),
  },
  {
    name: "an address that the list has only as a name",
    authority: "9.9.9.9:443",
    status: 403,
    body: denied("9.9.9.9", 443, "nothing in the list grants it", "9.9.9.9"),
  },
  {
    name: "the host's loopback",
    authority: "127.0.0.1:22",
    status: 403,
    body: denied("127.0.0.1", 22, "nothing in the list grants it", "localhost:22"),
  },
  {
    name: "an IPv6 address",
    authority: "[2606:4700::1]:443",
    status: 403,
    body: denied("2606:4700::1", 443, "nothing in the list grants it", "[2606:4700::1]"),
  },
  {
    name: "metadata",
    authority: "169.254.169.254:80",
    status: 403,
    body: denied(
      "169.254.169.254",
      80,
      "no list can grant it: a link-local address, as clouds have for metadata",
      null,
    ),
  },
  {
    name: "a denial wins",
    authority: "no.wild.example:443",
    status: 403,
    body: denied("no.wild.example", 443, "the list denies !no.wild.example", null),
  },
  {
    name: "a private address",
    authority: "private.wild.example:443",
    status: 403,
    body: denied("private.wild.example", 443, /10\.0\.0\.1, a private address/, "10.0.0.1"),
  },
  {
    name: "one private address among public ones",
    authority: "mixed.wild.example:443",
    status: 403,
    body: denied("mixed.wild.example", 443, /a private address/, "192.168.0.1"),
  },
  {
    name: "metadata behind an allowed name",
    authority: "meta.wild.example:443",
    status: 403,
    body: denied("meta.wild.example", 443, /link-local/, null),
  },
  {
    name: "loopback in the form of IPv6",
    authority: "mapped.wild.example:443",
    status: 403,
    body: denied("mapped.wild.example", 443, /form of an IPv6/, null),
  },
  {
    name: "an address of this machine",
    authority: "own.wild.example:443",
    status: 403,
    body: denied("own.wild.example", 443, /this machine/, "9.9.9.1"),
  },
  {
    name: "a name that no one knows (F11)",
    authority: "gone.wild.example:443",
    status: 502,
    body: {
      error: "egress-failed",
      host: "gone.wild.example",
      port: 443,
      reason: "no such name is known",
    },
  },
  {
    name: "a name server that does not answer",
    authority: "slow.wild.example:443",
    status: 504,
    body: { error: "egress-failed", reason: "it does not answer in time" },
  },
  {
    name: "nothing listens there",
    authority: "refuses.wild.example:443",
    status: 502,
    body: { error: "egress-failed", reason: "it refuses the connection" },
  },
  { name: "no port", authority: "allowed.example", status: 400, body: { error: "bad-request" } },
  { name: "port 0", authority: "allowed.example:0", status: 400, body: { error: "bad-request" } },
  {
    name: "a port too high",
    authority: "allowed.example:70000",
    status: 400,
    body: { error: "bad-request" },
  },
  {
    name: "a user before the name",
    authority: "allowed.example@evil.example:443",
    status: 400,
    body: { error: "bad-request" },
  },
  {
    name: "a path",
    authority: "evil.example:443/allowed.example:443",
    status: 400,
    body: { error: "bad-request" },
  },
  {
    name: "a very long name",
    authority: `${"a".repeat(5000)}.allowed.example:443`,
    status: 403,
    body: { error: "egress-denied", add: null },
  },
];

t.test("what is refused, is refused in one shape and written down", async (t) => {
  const internet = makeInternet();
  internet.own.add("9.9.9.1");
  internet.names.set("private.wild.example", ["10.0.0.1"]);
  internet.names.set("mixed.wild.example", ["9.9.9.9", "192.168.0.1"]);
  internet.names.set("meta.wild.example", ["169.254.169.254"]);
  internet.names.set("mapped.wild.example", ["::ffff:127.0.0.1"]);
  internet.names.set("own.wild.example", ["9.9.9.1"]);
  internet.names.set("refuses.wild.example", ["9.9.9.9"]);
  internet.names.set("slow.wild.example", async () => await new Promise(() => {}));
  const { proxy, record } = await proxyFor(
    t,
    internet,
    "allowed.example *.wild.example !no.wild.example",
    { limits: { resolveMs: 50 } },
  );
  for (const { name, authority, status, body } of REFUSALS) {
    const client = await dial(proxy.port);
    client.socket.write(connectHead(authority));
    const answer = await client.rest();
    t.ok(answer.startsWith(`HTTP/1.1 ${status} `), `${name}: ${answer.slice(0, 60)}`);
    t.match(bodyOf(answer), body, name);
    if (status === 400) continue;
    const { verdict, port } = await record();
    t.equal(verdict, status === 403 ? "denied" : "failed", name);
    t.equal(port, bodyOf(answer)["port"], name);
  }
  t.strictSame(internet.connected, ["9.9.9.9:443"], "only what refuses was connected to");
});

function wrong(text: string): string {
  return `Basic ${Buffer.from(text).toString("base64")}`;
}

t.test("without the credential nothing is told", async (t) => {
  const internet = makeInternet();
  const { proxy, records } = await proxyFor(t, internet, "allowed.example");
  for (const header of [
    undefined,
    "",
    "Basic",
    "Basic !",
    wrong("paddock:secreT"),
    wrong("paddock:secret2"),
    wrong("paddock:"),
    wrong("secret"),
    `Bearer ${AUTHORIZATION.slice(6)}`,
    `${AUTHORIZATION} x`,
  ]) {
    for (const first of ["CONNECT evil.example:443", "GET http://evil.example/"]) {
      const client = await dial(proxy.port);
      const line = header === undefined ? "" : `Proxy-Authorization: ${header}\r\n`;
      client.socket.write(`${first} HTTP/1.1\r\nHost: evil.example\r\n${line}\r\n`);
      const answer = await client.rest();
      t.match(answer, /^HTTP\/1\.1 407 /, `${first} ${header}`);
      t.match(answer, /Proxy-Authenticate: Basic realm="paddock"/);
    }
  }
  t.strictSame(records, []);
});

t.test("F12 a name that is denied is never resolved: nothing leaks by DNS", async (t) => {
  const internet = makeInternet();
  const resolved: string[] = [];
  const network = {
    ...internet.network,
    resolve: async (name: string) => {
      resolved.push(name);
      return await internet.network.resolve(name);
    },
  };
  const { proxy } = await proxyFor(t, internet, "*.wild.example !no.wild.example", { network });
  for (const name of ["secret.evil.example", "no.wild.example", "asked.wild.example"]) {
    const client = await dial(proxy.port);
    client.socket.write(connectHead(`${name}:443`));
    await client.rest();
  }
  t.strictSame(resolved, ["asked.wild.example"]);
});

t.test("no rebinding: what was judged is what is connected to", async (t) => {
  const internet = makeInternet();
  const answers = [["9.9.9.9"], ["127.0.0.1"]];
  internet.names.set("allowed.example", async () => answers.shift() ?? []);
  internet.places.set("9.9.9.9:443", await echoTls(t, certificate));
  internet.places.set("127.0.0.1:443", await echoTcp(t, "the host's own"));
  const { proxy } = await proxyFor(t, internet, "allowed.example");
  const tls = await secure(
    await tunnel(proxy.port, "allowed.example:443"),
    certificate,
    "allowed.example",
  );
  t.strictSame(internet.connected, ["9.9.9.9:443"]);
  t.equal(answers.length, 1, "asked once");
  tls.destroy();
  const client = await dial(proxy.port);
  client.socket.write(connectHead("allowed.example:443"));
  t.match(await client.rest(), /^HTTP\/1\.1 403 [^]*loopback/);
  t.strictSame(internet.connected, ["9.9.9.9:443"]);
});

t.test("what is said inside a tunnel", async (t) => {
  const internet = makeInternet();
  const server = await echoTls(t, certificate);
  for (const name of ["allowed.example", "other.example"]) {
    internet.names.set(name, ["9.9.9.9"]);
  }
  internet.places.set("9.9.9.9:443", server);
  internet.places.set("9.9.9.9:8443", server);
  internet.places.set("192.0.3.7:443", server);
  const { proxy, record } = await proxyFor(
    t,
    internet,
    "allowed.example allowed.example:8443 192.0.3.7",
    { limits: { helloMs: 300 } },
  );
  t.test("another server's name, though it is at the same address", async (t) => {
    for (const port of [443, 8443]) {
      const socket = await tunnel(proxy.port, `allowed.example:${port}`);
      await t.rejects(secure(socket, certificate, "other.example"), /unrecognized.name/i);
      t.match(await record(), {
        verdict: "denied",
        host: "allowed.example",
        reason: "its ClientHello names another server, other.example",
        sent: 0,
      });
    }
  });
  t.test("no server's name", async (t) => {
    const socket = await tunnel(proxy.port, "allowed.example:443");
    await t.rejects(secure(socket, certificate, undefined), /unrecognized.name/i);
    t.match(await record(), { verdict: "denied", reason: "its ClientHello names no server" });
  });
  t.test("an address has no server name", async (t) => {
    const tls = await secure(await tunnel(proxy.port, "192.0.3.7:443"), certificate, undefined);
    tls.destroy();
    t.match(await record(), { verdict: "allowed", rule: "192.0.3.7" });
    const socket = await tunnel(proxy.port, "192.0.3.7:443");
    await t.rejects(secure(socket, certificate, "allowed.example"), /unrecognized.name/i);
    t.match(await record(), { verdict: "denied", reason: /names another server/ });
  });
  t.test("no TLS on port 443", async (t) => {
    const socket = await tunnel(proxy.port, "allowed.example:443");
    socket.write("GET / HTTP/1.1\r\nHost: other.example\r\n\r\n");
    const client = new Promise((resolve) => void socket.resume().once("close", resolve));
    t.match(await record(), { verdict: "denied", reason: /port 443 is for TLS/, sent: 0 });
    socket.end();
    await client;
  });
  t.test("nothing at all", async (t) => {
    const socket = await tunnel(proxy.port, "allowed.example:443");
    socket.resume();
    t.match(await record(), { verdict: "denied", reason: /in time/, sent: 0 });
    socket.destroy();
  });
  t.test("a hello that drips", async (t) => {
    const socket = await tunnel(proxy.port, "allowed.example:443");
    socket.resume();
    const timer = setInterval(() => socket.write(Buffer.from([22])), 20);
    t.match(await record(), { verdict: "denied", sent: 0 });
    clearInterval(timer);
    socket.destroy();
  });
  t.test("a hello that came with the request", async (t) => {
    const client = await dial(proxy.port);
    client.socket.write(`${connectHead("allowed.example:443")}GET / HTTP/1.1\r\n\r\n`);
    await client.until("200 Connection Established\r\n\r\n");
    t.match(await record(), { verdict: "denied", reason: /not/ });
    client.socket.destroy();
  });
});

t.test("other ports carry other protocols, whoever speaks first", async (t) => {
  const internet = makeInternet();
  internet.names.set("allowed.example", ["9.9.9.9"]);
  internet.places.set("9.9.9.9:22", await echoTcp(t, "SSH-2.0-test\r\n"));
  const { proxy, record } = await proxyFor(t, internet, "allowed.example:22", {
    limits: { helloMs: 50 },
  });
  const client = await dial(proxy.port);
  client.socket.write(connectHead("allowed.example:22"));
  await client.until("SSH-2.0-test\r\n");
  await new Promise((resolve) => void setTimeout(resolve, 150));
  client.socket.write("SSH-2.0-client\r\n");
  t.equal(await client.until("client\r\n"), "SSH-2.0-client\r\n");
  client.socket.end();
  t.equal(await client.rest(), "");
  t.match(await record(), { verdict: "allowed", sent: 16, received: 30 });
});

t.test("localhost:PORT is that port of this machine and no other", async (t) => {
  const internet = makeInternet();
  internet.places.set("127.0.0.1:11434", await echoTcp(t));
  internet.places.set("127.0.0.1:22", await echoTcp(t));
  const { proxy, record } = await proxyFor(t, internet, "localhost:11434");
  for (const host of ["localhost", "127.0.0.1", "[::1]", "LOCALHOST"]) {
    const client = await dial(proxy.port);
    client.socket.write(`${connectHead(`${host}:11434`)}POST /v1`);
    await client.until("Established\r\n\r\n");
    t.equal(await client.until("/v1"), "POST /v1", host);
    client.socket.end();
    t.match(await record(), { verdict: "allowed", rule: "localhost:11434" });
  }
  const client = await dial(proxy.port);
  client.socket.write(connectHead("localhost:22"));
  t.match(await client.rest(), /^HTTP\/1\.1 403 /);
});

t.test("a private server needs its name and its address in the list", async (t) => {
  const internet = makeInternet();
  internet.names.set("git.wild.example", ["10.0.0.5"]);
  internet.places.set("10.0.0.5:443", await echoTls(t, certificate));
  const { proxy, record } = await proxyFor(t, internet, "git.wild.example 10.0.0.5");
  const tls = await secure(
    await tunnel(proxy.port, "git.wild.example:443"),
    certificate,
    "git.wild.example",
  );
  tls.destroy();
  t.match(await record(), { verdict: "allowed" });
});

t.test("a client that leaves while its target is looked for leaves nothing behind", async (t) => {
  const internet = makeInternet();
  let answer: ((addresses: readonly string[]) => void) | undefined;
  internet.names.set(
    "allowed.example",
    async () => await new Promise((resolve) => (answer = resolve)),
  );
  internet.places.set("9.9.9.9:443", await echoTls(t, certificate));
  const { proxy, record } = await proxyFor(t, internet, "allowed.example");
  const client = await dial(proxy.port);
  client.socket.write(connectHead("allowed.example:443"));
  await new Promise((resolve) => void setTimeout(resolve, 30));
  client.socket.resetAndDestroy();
  await new Promise((resolve) => void setTimeout(resolve, 30));
  answer?.(["9.9.9.9"]);
  t.match(await record(), { verdict: "failed", reason: "the sandbox hung up" });
});

import { createServer } from "node:http";
import { connect } from "node:net";
import { createServer as createSecureServer } from "node:https";
import type { RequestListener } from "node:http";
import t from "tap";
import type { Test } from "tap";
import { readUpstream } from "../../../../lib/egress/proxy/upstream/upstream.ts";
import {
  AUTHORIZATION,
  connectHead,
  dial,
  echoTcp,
  echoTls,
  listen,
  makeCertificate,
  makeInternet,
  proxyFor,
  secure,
  tunnel,
} from "../internet-for-tests.ts";
import type { Internet, TestProxy } from "../internet-for-tests.ts";

const certificate = makeCertificate(t);

interface Corporate extends TestProxy {
  readonly internet: Internet;
  /** What the host's own proxy was asked. */
  readonly asked: string[];
}

/** A host whose own proxy reaches one TLS server, by whatever name. */
async function corporate(
  t: Test,
  list: string,
  { status = 200, none = "", scheme = "http" } = {},
): Promise<Corporate> {
  const internet = makeInternet();
  const asked: string[] = [];
  const target = await echoTls(t, certificate);
  const answer: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers["proxy-authorization"]}`);
    response.statusCode = status;
    response.end(`by ${request.headers.host}`);
  };
  const server =
    scheme === "https" ? createSecureServer(certificate, answer) : createServer(answer);
  server.on("connect", (request, socket, head: Buffer) => {
    asked.push(`CONNECT ${request.url} ${request.headers["proxy-authorization"]}`);
    socket.on("error", () => {});
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const onward = connect(target, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\nX-Internal: secret\r\n\r\n");
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    onward.on("error", () => {});
  });
  internet.names.set("proxy.corp", ["10.0.0.9"]);
  internet.places.set("10.0.0.9:3128", await listen(t, server));
  const address = `${scheme}://ann:secret@proxy.corp:3128`;
  const upstream = readUpstream({ https: address, http: address, none });
  return { ...(await proxyFor(t, internet, list, { upstream })), internet, asked };
}

const BASIC = `Basic ${Buffer.from("ann:secret").toString("base64")}`;

t.test(
  "a tunnel goes through the host's proxy, which resolves the name; the rest holds",
  async (t) => {
    const { proxy, record, asked, internet } = await corporate(t, "allowed.example");
    const tls = await secure(
      await tunnel(proxy.port, "allowed.example:443"),
      certificate,
      "allowed.example",
    );
    tls.write("ping");
    await new Promise((resolve) => void tls.once("data", resolve));
    tls.destroy();
    t.strictSame(asked, [`CONNECT allowed.example:443 ${BASIC}`]);
    t.match(await record(), { verdict: "allowed", host: "allowed.example" });
    const socket = await tunnel(proxy.port, "allowed.example:443");
    await t.rejects(secure(socket, certificate, "other.example"), /unrecognized.name/i);
    t.match(await record(), { verdict: "denied" });
    const denied = await dial(proxy.port);
    denied.socket.write(connectHead("evil.example:443"));
    t.match(await denied.rest(), /^HTTP\/1\.1 403 /);
    t.equal(asked.length, 2, "what is denied is not asked of it");
    t.strictSame(internet.connected, ["10.0.0.9:3128", "10.0.0.9:3128"]);
  },
);

t.test("plain HTTP too; its credentials are the host's own", async (t) => {
  const { proxy, asked, record } = await corporate(t, "plain.example:80");
  const client = await dial(proxy.port);
  client.socket.write(
    `GET http://plain.example/x HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${AUTHORIZATION}\r\nConnection: close\r\n\r\n`,
  );
  t.match(await client.rest(), /^HTTP\/1\.1 200 [^]*by plain\.example/);
  t.strictSame(asked, [`GET http://plain.example/x ${BASIC}`]);
  t.match(await record(), { verdict: "allowed" });
});

t.test("a refusal of the host's proxy tells the sandbox its status alone", async (t) => {
  for (const status of [403, 407, 502]) {
    const { proxy, record } = await corporate(t, "allowed.example plain.example:80", { status });
    const client = await dial(proxy.port);
    client.socket.write(connectHead("allowed.example:443"));
    const answer = await client.rest();
    t.match(answer, new RegExp(`^HTTP/1\\.1 502 [^]*own proxy answers ${status}`));
    t.notMatch(answer, /secret|proxy\.corp|10\.0/);
    t.match(await record(), { verdict: "failed" });
  }
  const { proxy } = await corporate(t, "plain.example:80", { status: 407 });
  const client = await dial(proxy.port);
  client.socket.write(
    `GET http://plain.example/ HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${AUTHORIZATION}\r\n\r\n`,
  );
  t.match(await client.rest(), /^HTTP\/1\.1 502 [^]*other credentials/);
});

t.test("a proxy that is spoken to with TLS must be who it says", async (t) => {
  const { proxy } = await corporate(t, "allowed.example", { scheme: "https" });
  const client = await dial(proxy.port);
  client.socket.write(connectHead("allowed.example:443"));
  t.match(await client.rest(), /^HTTP\/1\.1 502 [^]*is not reached/);
});

t.test("what NO_PROXY names is reached without it, and judged by its addresses", async (t) => {
  const { proxy, asked, internet } = await corporate(t, "*.wild.example", { none: "wild.example" });
  internet.names.set("a.wild.example", ["10.0.0.1"]);
  const client = await dial(proxy.port);
  client.socket.write(connectHead("a.wild.example:443"));
  t.match(await client.rest(), /^HTTP\/1\.1 403 [^]*private/);
  t.strictSame(asked, []);
});

t.test(
  "the host's loopback never goes through it, and addresses are granted one by one",
  async (t) => {
    const { proxy, asked, internet } = await corporate(t, "localhost:11434 10.9.9.9");
    internet.places.set("127.0.0.1:11434", await echoTcp(t, "model"));
    const client = await dial(proxy.port);
    client.socket.write(connectHead("localhost:11434"));
    await client.until("model");
    for (const authority of ["10.0.0.1:443", "169.254.169.254:443", "127.0.0.1:22"]) {
      const denied = await dial(proxy.port);
      denied.socket.write(connectHead(authority));
      t.match(await denied.rest(), /^HTTP\/1\.1 403 /);
    }
    t.strictSame(asked, []);
    const socket = await tunnel(proxy.port, "10.9.9.9:443");
    socket.destroy();
    t.strictSame(asked, [`CONNECT 10.9.9.9:443 ${BASIC}`]);
  },
);

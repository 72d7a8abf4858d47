import type { IncomingMessage } from "node:http";
import t from "tap";
import type { Test } from "tap";
import {
  AUTHORIZATION,
  bodyOf,
  dial,
  echoTcp,
  listen,
  makeInternet,
  proxyFor,
  web,
} from "./internet-for-tests.ts";
import type { Internet, TestProxy } from "./internet-for-tests.ts";
import { createServer } from "node:net";

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

interface Site extends TestProxy {
  readonly internet: Internet;
  readonly seen: Seen[];
  /** Sends a request as it is written, and returns the whole answer. */
  readonly send: (text: string) => Promise<string>;
}

async function site(t: Test, list: string): Promise<Site> {
  const internet = makeInternet();
  const seen: Seen[] = [];
  const port = await web(t, (request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => {
      body += piece.toString();
    });
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      seen.push({ method, url, headers, body });
      if (url === "/moved") {
        response.statusCode = 302;
        response.setHeader("location", "http://evil.example/");
      }
      response.setHeader("x-own", "1");
      response.setHeader("connection", "x-hop");
      response.setHeader("x-hop", "1");
      response.end(`answer to ${url}`);
    });
  });
  internet.names.set("plain.example", ["9.9.9.9"]);
  for (const at of [80, 8080, 443]) internet.places.set(`9.9.9.9:${at}`, port);
  const proxied = await proxyFor(t, internet, list);
  const send = async (text: string): Promise<string> => {
    const client = await dial(proxied.proxy.port);
    client.socket.write(text.replaceAll("\n", "\r\n"));
    return await client.rest();
  };
  return { ...proxied, internet, seen, send };
}

function get(address: string, more = ""): string {
  return `GET ${address} HTTP/1.1\nHost: ignored.example\nProxy-Authorization: ${AUTHORIZATION}\n${more}Connection: close\n\n`;
}

t.test("a request goes on with its own headers alone, to the host that was judged", async (t) => {
  const { send, seen, record } = await site(t, "plain.example:80");
  const answer = await send(
    get(
      "http://PLAIN.example/a?b=c",
      "X-Keep: 1\nX-Drop: 1\nProxy-Connection: x\nTE: trailers\nUpgrade: h2c\n",
    ).replace("Connection: close", "Connection: close, X-Drop"),
  );
  t.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
  t.match(answer, /x-own: 1/i);
  t.notMatch(answer, /x-hop/i);
  t.match(answer, /answer to \/a\?b=c/);
  t.strictSame(seen, [
    {
      method: "GET",
      url: "/a?b=c",
      headers: { host: "plain.example", "x-keep": "1", connection: "close" },
      body: "",
    },
  ]);
  const { sent, received, durationMs, ...rest } = await record();
  t.strictSame(rest, {
    verdict: "allowed",
    protocol: "http",
    host: "plain.example",
    port: 80,
    rule: "plain.example:80",
  });
  t.ok(sent > 0 && received > 0 && durationMs >= 0);
});

t.test("bodies, with a length and without", async (t) => {
  const { send, seen } = await site(t, "plain.example:80");
  const head = `POST http://plain.example/ HTTP/1.1\nHost: x\nProxy-Authorization: ${AUTHORIZATION}\nConnection: close\n`;
  await send(`${head}Content-Length: 5\n\nhello`);
  await send(`${head}Transfer-Encoding: chunked\n\n5\nhello\n1\n!\n0\n\n`);
  t.strictSame(
    seen.map(({ body }) => body),
    ["hello", "hello!"],
  );
  t.equal(seen[0]?.headers["content-length"], "5");
  t.equal(seen[1]?.headers["transfer-encoding"], "chunked");
});

t.test("a body on a GET cannot smuggle a second request", async (t) => {
  const { send, seen } = await site(t, "plain.example:80");
  const inner = "GET /smuggled HTTP/1.1\nHost: plain.example\n\n";
  const length = inner.replaceAll("\n", "\r\n").length;
  await send(
    get("http://plain.example/", "Transfer-Encoding: chunked\n").concat(
      `${length.toString(16)}\n${inner}\n0\n\n`,
    ),
  );
  await send(get("http://plain.example/", "Content-Length: 3\nTransfer-Encoding: chunked\n"));
  await send(get("http://plain.example/", "Content-Length: 3\nContent-Length: 4\n"));
  t.strictSame(
    seen.map(({ url }) => url),
    ["/"],
  );
  t.equal(seen[0]?.headers["transfer-encoding"], "chunked");
  t.equal(seen[0]?.body.length, length);
});

t.test("a redirect is the client's to follow, and is judged then", async (t) => {
  const { send, seen, record } = await site(t, "plain.example:80");
  t.match(
    await send(get("http://plain.example/moved")),
    /^HTTP\/1\.1 302 [^]*location: http:\/\/evil\.example\//i,
  );
  t.equal(seen.length, 1);
  await record();
  const answer = await send(get("http://evil.example/"));
  t.match(answer, /^HTTP\/1\.1 403 /);
  t.strictSame(bodyOf(answer), {
    error: "egress-denied",
    host: "evil.example",
    port: 80,
    rule: "nothing in the list grants it",
    add: "evil.example:80",
  });
  t.match(await record(), { verdict: "denied", host: "evil.example", add: "evil.example:80" });
});

t.test("what is not granted, not HTTP, not for a proxy", async (t) => {
  const { send, seen, internet } = await site(
    t,
    "plain.example plain.example:8080 *.x.example:80 !no.x.example",
  );
  internet.names.set("meta.x.example", ["169.254.169.254"]);
  internet.names.set("no.x.example", ["9.9.9.9"]);
  const rows: readonly (readonly [string, number])[] = [
    ["http://plain.example/", 403],
    ["http://plain.example:8080/", 200],
    ["http://plain.example:443/", 403],
    ["http://plain.example:81/", 403],
    ["http://no.x.example/", 403],
    ["http://meta.x.example/", 403],
    ["http://169.254.169.254/latest/meta-data/", 403],
    ["http://127.0.0.1/", 403],
    ["http://2130706433/", 403],
    ["http://[::1]/", 403],
    ["http://gone.x.example/", 502],
    ["https://plain.example/", 400],
    ["ftp://plain.example/", 400],
    ["http://user:pass@plain.example/", 400],
    ["http:\\\\plain.example/", 400],
    ["/", 400],
    ["*", 400],
    ["plain.example:80", 400],
  ];
  for (const [address, status] of rows) {
    const answer = await send(get(address));
    t.equal(Number(answer.slice(9, 12)), status, `${address}: ${answer.slice(0, 80)}`);
  }
  t.equal(seen.length, 1);
});

t.test("a server that is none, and one that hangs up", async (t) => {
  const { send, internet, record } = await site(t, "plain.example:80 plain.example:8080");
  internet.places.set("9.9.9.9:80", await echoTcp(t, "SSH-2.0-x\r\n"));
  t.match(await send(get("http://plain.example/")), /^HTTP\/1\.1 502 [^]*does not answer as HTTP/);
  t.match(await record(), { verdict: "failed" });
  internet.places.set(
    "9.9.9.9:8080",
    await listen(
      t,
      createServer((socket) => socket.destroy()),
    ),
  );
  t.match(await send(get("http://plain.example:8080/")), /^HTTP\/1\.1 502 /);
  t.match(await record(), { verdict: "failed" });
});

// Each is sent whole, whatever was asked.
const ANSWERS: ReadonlyArray<readonly [name: string, answer: string, passed: RegExp]> = [
  [
    "a switch of protocols that nobody asked for",
    "101 X\nUpgrade: x\nConnection: Upgrade\n\nhi",
    /^HTTP\/1\.1 502 /,
  ],
  [
    "words for its status that cannot be passed on",
    "200 O\u0001K\nContent-Length: 2\n\nok",
    /^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nok$/,
  ],
  ["two lengths", "200 OK\nContent-Length: 2\nContent-Length: 3\n\nok", /^HTTP\/1\.1 502 /],
  [
    "a length beside chunks",
    "200 OK\nContent-Length: 2\nTransfer-Encoding: chunked\n\n0\n\n",
    /^HTTP\/1\.1 502 /,
  ],
  ["more than its length", "200 OK\nContent-Length: 2\n\nokHTTP/1.1 200 evil\n\n", /\r\n\r\nok$/],
  [
    "hints before it",
    "103 Early Hints\nLink: x\n\nHTTP/1.1 200 OK\nContent-Length: 2\n\nok",
    /\r\n\r\nok$/,
  ],
];
for (const [name, text, passed] of ANSWERS) {
  t.test(`an answer with ${name}`, async (t) => {
    const { send, internet, record } = await site(t, "plain.example:80");
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () =>
        socket.write(`HTTP/1.1 ${text}`.replaceAll("\n", "\r\n"), "latin1"),
      );
    });
    internet.places.set("9.9.9.9:80", await listen(t, server));
    t.match(await send(get("http://plain.example/")), passed);
    t.match(await record(), { verdict: passed.source.includes("502") ? "failed" : "allowed" });
  });
}

t.test("several requests on one connection are judged one by one", async (t) => {
  const { proxy, seen } = await site(t, "plain.example:80");
  const client = await dial(proxy.port);
  client.socket.write(
    get("http://plain.example/1").replace("Connection: close\n", "").replaceAll("\n", "\r\n"),
  );
  await client.until("answer to /1");
  client.socket.write(get("http://evil.example/2").replaceAll("\n", "\r\n"));
  t.match(await client.rest(), /HTTP\/1\.1 403 /);
  t.equal(seen.length, 1);
});

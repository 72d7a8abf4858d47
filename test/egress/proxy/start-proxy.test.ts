import { readFileSync } from "node:fs";
import { connect } from "node:net";
import type { Socket } from "node:net";
import t from "tap";
import { readEgress } from "../../../lib/egress/allowlist/read-egress.ts";
import {
  AUTHORIZATION,
  connectHead,
  dial,
  echoTcp,
  makeInternet,
  proxyFor,
  tunnel,
  web,
} from "./internet-for-tests.ts";

async function later(): Promise<void> {
  await new Promise((resolve) => void setTimeout(resolve, 50));
}

t.test("it listens on loopback alone", async (t) => {
  const { proxy } = await proxyFor(t, makeInternet(), "none");
  const port = proxy.port.toString(16).toUpperCase().padStart(4, "0");
  const listening = ["/proc/net/tcp", "/proc/net/tcp6"]
    .flatMap((path) => readFileSync(path, "utf8").split("\n"))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = "", , state]) => state === "0A" && local.endsWith(`:${port}`))
    .map(([, local]) => local);
  t.strictSame(listening, [`0100007F:${port}`]);
});

t.test("slow and long requests are ended", async (t) => {
  const { proxy } = await proxyFor(t, makeInternet(), "a.example", {
    limits: { headersMs: 300, headerBytes: 2000 },
  });
  const silent = await dial(proxy.port);
  const slow = await dial(proxy.port);
  slow.socket.write("CONNECT a.example:443 HTTP/1.1\r\n");
  const timer = setInterval(() => slow.socket.write("X: y\r\n"), 50);
  const long = await dial(proxy.port);
  long.socket.write(`CONNECT a.example:443 HTTP/1.1\r\nX: ${"y".repeat(3000)}\r\n\r\n`);
  const garbage = await dial(proxy.port);
  garbage.socket.write("\u0016\u0003\u0001garbage\r\n\r\n");
  t.match(await long.rest(), /^HTTP\/1\.1 431 /);
  t.match(await garbage.rest(), /^HTTP\/1\.1 400 /);
  t.match(await slow.rest(), /^HTTP\/1\.1 408 /);
  t.match(await silent.rest(), /^(?:HTTP\/1\.1 408 |$)/);
  clearInterval(timer);
});

t.test("more connections than it takes are closed, and the others go on", async (t) => {
  const internet = makeInternet();
  internet.names.set("a.example", ["9.9.9.9"]);
  internet.places.set("9.9.9.9:22", await echoTcp(t, "hello"));
  const { proxy } = await proxyFor(t, internet, "a.example:22", { limits: { connections: 5 } });
  const open: Socket[] = [];
  for (let count = 0; count < 5; count += 1) open.push(await tunnel(proxy.port, "a.example:22"));
  const over = connect(proxy.port, "127.0.0.1");
  over.on("error", () => {});
  await new Promise((resolve) => void over.resume().once("close", resolve));
  open[0]?.destroy();
  await later();
  (await tunnel(proxy.port, "a.example:22")).destroy();
});

t.test("requests that are sent without waiting for answers are bounded too", async (t) => {
  const internet = makeInternet();
  internet.names.set("a.example", ["9.9.9.9"]);
  let open = 0;
  internet.places.set(
    "9.9.9.9:80",
    await web(t, (_request, response) => {
      open += 1;
      setTimeout(() => response.end("done"), 200);
    }),
  );
  const { proxy } = await proxyFor(t, internet, "a.example:80", { limits: { connections: 5 } });
  const client = await dial(proxy.port);
  const request = `GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\nProxy-Authorization: ${AUTHORIZATION}\r\n\r\n`;
  client.socket.write(request.repeat(50));
  const answers = await client.rest();
  t.equal(open, 5);
  t.equal(answers.split("HTTP/1.1 200").length - 1, 5);
  t.match(answers, /HTTP\/1\.1 503 /);
  const next = await dial(proxy.port);
  next.socket.write(request);
  await next.until("done");
});

t.test("an idle tunnel, and one that is closed on one side, are ended", async (t) => {
  const internet = makeInternet();
  internet.names.set("a.example", ["9.9.9.9"]);
  internet.places.set("9.9.9.9:22", await echoTcp(t, "hello"));
  const { proxy, record } = await proxyFor(t, internet, "a.example:22", {
    limits: { idleMs: 150 },
  });
  const client = await dial(proxy.port);
  client.socket.write(connectHead("a.example:22"));
  await client.rest();
  t.match(await record(), { verdict: "allowed", received: 5 });
});

t.test("close ends all that is open", async (t) => {
  const internet = makeInternet();
  internet.names.set("a.example", ["9.9.9.9"]);
  internet.places.set("9.9.9.9:22", await echoTcp(t, "hello"));
  const { proxy, record } = await proxyFor(t, internet, "a.example:22");
  const client = await dial(proxy.port);
  client.socket.write(connectHead("a.example:22"));
  await client.until("hello");
  await proxy.close();
  await client.rest();
  t.match(await record(), { verdict: "allowed" });
  await t.rejects(dial(proxy.port), { code: "ECONNREFUSED" });
});

t.test("what the list does not allow any more is cut when that is asked for", async (t) => {
  const internet = makeInternet();
  for (const name of ["a.example", "b.example"]) internet.names.set(name, ["9.9.9.9"]);
  internet.places.set("9.9.9.9:22", await echoTcp(t, "hello"));
  let list = readEgress("a.example:22 b.example:22");
  const { proxy } = await proxyFor(t, internet, "none", { list: () => list });
  const clients = [];
  for (const name of ["a.example:22", "b.example:22"]) {
    const client = await dial(proxy.port);
    client.socket.write(connectHead(name));
    await client.until("hello");
    clients.push(client);
  }
  t.equal(proxy.cutDenied(), 0);
  list = readEgress("b.example:22");
  t.equal(proxy.cutDenied(), 1);
  await clients[0]?.rest();
  clients[1]?.socket.write("still");
  await clients[1]?.until("still");
});

t.test("a large answer comes whole, at the pace of a slow reader", async (t) => {
  const internet = makeInternet();
  internet.names.set("a.example", ["9.9.9.9"]);
  internet.places.set("9.9.9.9:22", await echoTcp(t));
  const { proxy, record } = await proxyFor(t, internet, "a.example:22");
  const socket = await tunnel(proxy.port, "a.example:22");
  const sent = Buffer.alloc(8_000_000, 0);
  for (let at = 0; at < sent.length; at += 1) sent[at] = (at * 7 + (at >> 8)) % 251;
  socket.end(sent);
  const parts: Buffer[] = [];
  for await (const part of socket) {
    parts.push(part as Buffer);
    if (parts.length % 10 === 0) await new Promise((resolve) => void setTimeout(resolve, 2));
  }
  t.ok(Buffer.concat(parts).equals(sent));
  t.match(await record(), { sent: sent.length, received: sent.length });
});

t.test("thousands of connections leave nothing in memory", async (t) => {
  const internet = makeInternet();
  internet.names.set("a.example", ["9.9.9.9"]);
  internet.places.set("9.9.9.9:22", await echoTcp(t, "hello"));
  const { proxy, records } = await proxyFor(t, internet, "a.example:22");
  const some = async (count: number): Promise<void> => {
    for (let done = 0; done < count; done += 20) {
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          const client = await dial(proxy.port);
          client.socket.write(connectHead("a.example:22"));
          await client.until("hello");
          client.socket.end();
          await client.rest();
        }),
      );
    }
  };
  const handles = async (connections: number): Promise<number> => {
    while (records.length < connections) await later();
    await later();
    return process.getActiveResourcesInfo().filter((name) => name.includes("TCP")).length;
  };
  await some(400);
  const before = await handles(400);
  await some(1600);
  t.ok((await handles(2000)) <= before);
});

import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import t from "tap";
import type { Test } from "tap";
import { readEgress } from "../../lib/egress/allowlist/read-egress.ts";
import { openEgress } from "../../lib/egress/egress-session.ts";
import type { EgressSession } from "../../lib/egress/egress-session.ts";
import { askSandbox, runningSandboxes } from "../../lib/egress/live/ask-sandbox.ts";
import { readLog } from "../../lib/egress/log/egress-log.ts";
import { testWorld } from "../host-for-tests.ts";
import type { World } from "../host-for-tests.ts";
import { connectHead, dial, echoTcp, makeInternet } from "./proxy/internet-for-tests.ts";
import type { Client, Internet } from "./proxy/internet-for-tests.ts";

interface Opened {
  readonly world: World;
  readonly internet: Internet;
  readonly session: EgressSession;
  readonly ask: (authority: string) => Promise<Client>;
}

// A socket's path is short: the folder of a test is not.
function shortFolder(t: Test): string {
  const folder = mkdtempSync(`${tmpdir()}/paddock-`);
  t.teardown(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function open(t: Test, list: string): Promise<Opened> {
  const world = testWorld(t, { environment: { XDG_RUNTIME_DIR: shortFolder(t) } });
  const internet = makeInternet();
  internet.names.set("a.example", ["9.9.9.9"]);
  internet.names.set("b.example", ["9.9.9.9"]);
  internet.places.set("9.9.9.9:22", await echoTcp(t, "hello\n"));
  const session = await openEgress(world.host, {
    list: readEgress(list),
    profile: "guarded",
    workspace: "/home/ann/secret place/project",
    network: internet.network,
  });
  t.teardown(() => session.close());
  const { user, password } = session.credential;
  const header = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  const ask = async (authority: string): Promise<Client> => {
    const client = await dial(session.port);
    client.socket.write(connectHead(authority, header));
    return client;
  };
  return { world, internet, session, ask };
}

t.test("a session logs without paths and credentials, for the user alone", async (t) => {
  const { world, session, ask } = await open(t, "a.example:22");
  const client = await ask("a.example:22");
  await client.until("hello\n");
  client.socket.end();
  await client.rest();
  await (await ask("evil.example:443")).rest();
  await (await ask("evil.example:443")).rest();
  await session.close();
  const path = `${world.host.settings.stateDirectory}/egress.jsonl`;
  t.equal(statSync(path).mode & 0o777, 0o600);
  const text = readFileSync(path, "utf8");
  t.notMatch(text, session.credential.password);
  t.notMatch(text, /secret|\/home/);
  const lines = readLog(world.host);
  t.strictSame(lines.map(({ verdict, host, port }) => `${verdict} ${host}:${port}`).sort(), [
    "allowed a.example:22",
    "denied evil.example:443",
    "denied evil.example:443",
  ]);
  t.match(lines[0], { profile: "guarded", workspace: "project", sandbox: session.id });
  t.equal(
    session.summary(),
    "2 connections were denied: evil.example:443 (2 times).\nTo allow: add to LABEL paddock.egress: evil.example\n",
  );
});

t.test("nothing denied, nothing to say", async (t) => {
  const { session } = await open(t, "a.example:22");
  t.equal(session.summary(), undefined);
});

t.test("what a proof asks for is told to it, and is in no log", async (t) => {
  const world = testWorld(t, { environment: { XDG_RUNTIME_DIR: shortFolder(t) } });
  const seen: string[] = [];
  const session = await openEgress(world.host, {
    list: readEgress("a.example"),
    profile: "p",
    workspace: "/w",
    network: makeInternet().network,
    observe: ({ verdict, host, port }) => void seen.push(`${verdict} ${host}:${port}`),
  });
  const { user, password } = session.credential;
  const header = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  const client = await dial(session.port);
  client.socket.write(connectHead("evil.example:443", header));
  t.match(await client.rest(), /^HTTP\/1\.1 403 /);
  await session.close();
  t.strictSame(seen, ["denied evil.example:443"]);
  t.strictSame(readLog(world.host), []);
});

t.test("two sessions share neither port nor credential", async (t) => {
  const one = await open(t, "a.example:22");
  const two = await open(t, "b.example:22");
  t.not(one.session.port, two.session.port);
  t.not(one.session.credential.password, two.session.credential.password);
  t.match(one.session.credential.password, /^[\w-]{32}$/);
  const client = await dial(two.session.port);
  const { user, password } = one.session.credential;
  client.socket.write(
    connectHead("b.example:22", `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`),
  );
  t.match(await client.rest(), /^HTTP\/1\.1 407 /);
});

t.test("live changes: allowed for a time, denied, cut", async (t) => {
  const { world, session, ask } = await open(t, "a.example:22");
  const { host } = world;
  const folder = `${String(host.settings.runtimeDirectory)}/paddock`;
  t.equal(statSync(folder).mode & 0o777, 0o700);
  t.equal(statSync(`${folder}/egress-${session.id}.sock`).mode & 0o777, 0o600);
  t.match(await (await ask("b.example:22")).rest(), /^HTTP\/1\.1 403 /);

  const allowed = await askSandbox(host, undefined, {
    action: "allow",
    word: "b.example:22",
    forMs: 600_000,
  });
  t.strictSame(allowed.answer.allow, ["a.example:22", "b.example:22"]);
  const b = await ask("b.example:22");
  await b.until("hello\n");

  world.setClock("2026-01-02T00:10:00.000Z");
  t.match(await (await ask("b.example:22")).rest(), /^HTTP\/1\.1 403 /, "the time is over");
  b.socket.write("still there\n");
  await b.until("still there\n");

  const a = await ask("a.example:22");
  await a.until("hello\n");
  const kept = await askSandbox(host, session.id, {
    action: "deny",
    word: "a.example",
    cut: false,
  });
  t.equal(kept.answer.cut, 0);
  t.match(await (await ask("a.example:22")).rest(), /^HTTP\/1\.1 403 /);
  a.socket.write("still there\n");
  await a.until("still there\n");
  const cut = await askSandbox(host, session.id, { action: "deny", word: "a.example", cut: true });
  t.equal(cut.answer.cut, 2);
  await Promise.all([a.rest(), b.rest()]);

  await askSandbox(host, session.id, { action: "allow", word: "a.example:22", forMs: undefined });
  await (await ask("a.example:22")).until("hello\n");
  t.strictSame(
    readLog(host).flatMap(({ verdict, reason }) => (verdict === "changed" ? [reason] : [])),
    [
      "allow b.example:22 for 600 s",
      "deny a.example",
      "deny a.example, 2 cut",
      "allow a.example:22 for the session",
    ],
  );
});

t.test("what a live change cannot do", async (t) => {
  const { world, session } = await open(t, "*.wild.example !no.wild.example");
  const { host } = world;
  const allow = { action: "allow", word: "no.wild.example", forMs: undefined } as const;
  await t.rejects(askSandbox(host, session.id, allow), { code: "refused", message: /denies/ });
  for (const word of ["*", "nonsense", "169.254.169.254:80", "x y"]) {
    await t.rejects(askSandbox(host, session.id, { ...allow, word }), { code: "refused" }, word);
  }
  await t.rejects(askSandbox(host, "00000000", allow), { code: "failed" });
  await t.rejects(askSandbox(host, "../../x", allow), { code: "failed" });
  const second = await openEgress(host, {
    list: readEgress("none"),
    profile: "other",
    workspace: "/w",
    network: makeInternet().network,
  });
  await t.rejects(askSandbox(host, undefined, allow), { code: "usage", message: /Several/ });
  t.equal((await runningSandboxes(host)).length, 2);
  await second.close();
  await session.close();
  t.strictSame(await runningSandboxes(host), []);
  await t.rejects(askSandbox(host, undefined, allow), { code: "failed", message: /No sandbox/ });
});

t.test("a path too long for a socket costs the live changes alone", async (t) => {
  const world = testWorld(t, {
    environment: { XDG_RUNTIME_DIR: `${shortFolder(t)}/${"x".repeat(120)}` },
  });
  const session = await openEgress(world.host, {
    list: readEgress("a.example"),
    profile: "p",
    workspace: "/w",
    network: makeInternet().network,
  });
  t.strictSame(await runningSandboxes(world.host), []);
  await session.close();
});

import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import t from "tap";
import type { Test } from "tap";
import { main } from "../../lib/cli.ts";
import { readEgress } from "../../lib/egress/allowlist/read-egress.ts";
import { openEgress } from "../../lib/egress/egress-session.ts";
import type { EgressSession } from "../../lib/egress/egress-session.ts";
import { GROUPS } from "../../lib/egress/groups.ts";
import { makeInternet } from "../egress/proxy/internet-for-tests.ts";
import { testWorld } from "../host-for-tests.ts";
import type { World } from "../host-for-tests.ts";

function world(t: Test): World {
  // A socket's path is short: the folder of a test is not.
  const folder = mkdtempSync(`${tmpdir()}/paddock-`);
  t.teardown(() => rmSync(folder, { recursive: true }));
  return testWorld(t, { environment: { XDG_RUNTIME_DIR: folder }, columns: 80 });
}

async function start(t: Test, { host }: World, list: string): Promise<EgressSession> {
  const session = await openEgress(host, {
    list: readEgress(list),
    profile: "guarded",
    workspace: "/w/project",
    network: makeInternet().network,
  });
  t.teardown(() => session.close());
  return session;
}

t.test("groups", async (t) => {
  const { host, answered } = world(t);
  t.equal(await main(["egress", "groups"], host), 0);
  const text = answered();
  for (const [name, words] of Object.entries(GROUPS)) {
    t.match(text, new RegExp(`^${name} +`, "m"));
    for (const word of words) t.ok(text.includes(word), word);
  }
  t.ok(text.split("\n").every((line) => line.length <= 80));
  t.equal(await main(["egress", "groups", "--json"], host), 0);
  t.strictSame(JSON.parse(answered()), GROUPS);
});

t.test("nothing runs", async (t) => {
  const { host, answered, said } = world(t);
  t.equal(await main(["egress"], host), 0);
  t.equal(answered(), "");
  t.equal(said(), "No sandbox with an egress list is running.\n");
  t.equal(await main(["egress", "list", "--json"], host), 0);
  t.strictSame(JSON.parse(answered()), []);
  t.equal(await main(["egress", "allow", "a.example", "--for", "10m"], host), 1);
  t.match(said(), /No sandbox with an egress list is running/);
});

t.test("list, allow and deny", async (t) => {
  const there = world(t);
  const { host, answered, said } = there;
  const { id } = await start(t, there, "a.example !b.example");
  t.equal(await main(["egress"], host), 0);
  t.equal(answered(), `${id} guarded in project: a.example !b.example\n`);
  t.equal(
    await main(["egress", "allow", "c.example", "*.d.example:8443", "--for", "10m"], host),
    0,
  );
  t.equal(
    said(),
    `${id} (guarded): allow c.example for 10m\n${id} (guarded): allow *.d.example:8443 for 10m\n`,
  );
  t.match(answered(), "a.example c.example *.d.example:8443 !b.example\n");
  t.equal(await main(["egress", "deny", "a.example", "--cut", "--sandbox", id, "--json"], host), 0);
  t.equal(said(), `${id} (guarded): deny a.example\n`);
  t.match(JSON.parse(answered()), { id, deny: ["b.example", "a.example"], cut: 0 });
  t.equal(await main(["egress", "allow", "e.example", "--for", "session"], host), 0);
  t.match(said(), "allow e.example for the session");
  t.equal(await main(["egress", "allow", "b.example", "--for", "session"], host), 3);
  t.match(said(), /denies !b\.example/);
  const second = await start(t, there, "none");
  t.equal(await main(["egress", "deny", "a.example"], host), 2);
  t.match(said(), second.id);
  t.equal(await main(["egress", "deny", "a.example", "--sandbox", second.id], host), 0);
  await main(["log", "--json"], host);
  t.match(answered(), /"reason": "allow c\.example for 600 s"/);
});

const USAGE: readonly (readonly string[])[] = [
  ["egress", "frob"],
  ["egress", "allow"],
  ["egress", "allow", "a.example"],
  ["egress", "allow", "a.example", "--for", "ever"],
  ["egress", "allow", "a.example", "--for", "0m"],
  ["egress", "allow", "a.example", "--for", "8d"],
  ["egress", "allow", "a.example", "--for", "10m", "--cut"],
  ["egress", "deny"],
  ["egress", "deny", "a.example", "--for", "10m"],
  ["egress", "groups", "npm"],
  ["egress", "groups", "--with-denied"],
  ["egress", "groups", "--sandbox", "x"],
  ["egress", "suggest", "a", "b"],
];
for (const words of USAGE) {
  t.test(`usage: ${words.join(" ")}`, async (t) => {
    const { host, said } = world(t);
    t.equal(await main(words, host), 2, said());
  });
}

t.test("a socket that was left is removed", async (t) => {
  const there = world(t);
  const folder = `${String(there.host.settings.runtimeDirectory)}/paddock`;
  const session = await start(t, there, "a.example");
  const path = `${folder}/egress-00000000.sock`;
  there.host.files.writeWhole(path, "");
  await main(["egress"], there.host);
  t.equal(there.answered(), `${session.id} guarded in project: a.example\n`);
  t.equal(statSync(path, { throwIfNoEntry: false }), undefined);
});

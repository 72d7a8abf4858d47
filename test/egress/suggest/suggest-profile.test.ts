import t from "tap";
import { main } from "../../../lib/cli.ts";
import { appendLog } from "../../../lib/egress/log/egress-log.ts";
import type { LogLine } from "../../../lib/egress/log/log-line.ts";
import { ownEgressLabel, writeEgressLabel } from "../../../lib/egress/suggest/write-label.ts";
import { testWorld } from "../../host-for-tests.ts";

function line(verdict: LogLine["verdict"], host: string, port = 443, profile = "mine"): LogLine {
  const add = verdict === "denied" ? { add: port === 443 ? host : `${host}:${port}` } : {};
  return {
    time: "2026-01-02T03:04:05Z",
    profile,
    workspace: "w",
    sandbox: "0123abcd",
    verdict,
    protocol: "connect",
    host,
    port,
    sent: 0,
    received: 0,
    durationMs: 1,
    ...add,
  };
}

const FILE = `FROM scratch
LABEL other=1 \\
  paddock.egress="github *.used.example unused.example:8443 !no.used.example exact.example"
USER ai
`;
const LINES = [
  line("allowed", "api.github.com"),
  line("allowed", "a.used.example"),
  line("allowed", "exact.example"),
  line("denied", "no.used.example"),
  line("denied", "new.example"),
  line("denied", "new.example"),
  line("denied", "db.example", 5432),
  line("denied", "bad word"),
  line("allowed", "unused.example", 8443, "another"),
];

t.test(
  "the smallest list that was used, as a diff; what was denied is told, not added",
  async (t) => {
    const world = testWorld(t, { files: { "shipped/mine/Containerfile": FILE } });
    for (const each of LINES) appendLog(world.host, each);
    t.equal(await main(["egress", "suggest", "mine"], world.host), 0);
    const path = `${world.root}/shipped/mine/Containerfile`;
    t.equal(
      world.answered(),
      `--- ${path}
+++ ${path}
@@ -1,4 +1,4 @@
 FROM scratch
 LABEL other=1 \\
-  paddock.egress="github *.used.example unused.example:8443 !no.used.example exact.example"
+  paddock.egress="*.github.com *.used.example !no.used.example exact.example"
 USER ai
`,
    );
    t.equal(
      world.said(),
      `mine: 8 connections in the log.
Granted and not used: unused.example:8443
Of github only used: *.github.com
Asked for and denied: new.example (2 times), db.example:5432
With --with-denied they are added; look at each first.
`,
    );
    t.equal(await main(["egress", "suggest", "mine", "--with-denied", "--json"], world.host), 0);
    t.match(JSON.parse(world.answered()), {
      words: [
        "*.github.com",
        "*.used.example",
        "!no.used.example",
        "exact.example",
        "new.example",
        "db.example:5432",
      ],
    });
  },
);

t.test("a list that a profile has from its base becomes its own", async (t) => {
  const world = testWorld(t, {
    files: {
      "shipped/low/Containerfile": 'FROM scratch\nLABEL paddock.egress="a.example b.example"\n',
      "shipped/mine/Containerfile": "FROM localhost/paddock:low\nUSER ai",
    },
  });
  appendLog(world.host, line("allowed", "b.example"));
  t.equal(await main(["egress", "suggest"], world.host), 0);
  t.match(world.answered(), '\n+USER ai\n+LABEL paddock.egress="b.example"\n');
});

t.test("nothing to change", async (t) => {
  const world = testWorld(t, {
    files: { "shipped/mine/Containerfile": 'FROM scratch\nLABEL paddock.egress="a.example"\n' },
  });
  appendLog(world.host, line("allowed", "a.example"));
  t.equal(await main(["egress", "suggest", "mine"], world.host), 0);
  t.equal(world.answered(), "");
  t.match(world.said(), /smallest/);
});

t.test("no log, no label", async (t) => {
  const world = testWorld(t, {
    files: {
      "shipped/mine/Containerfile": 'FROM scratch\nLABEL paddock.egress="a.example"\n',
      "shipped/open/Containerfile": "FROM scratch\n",
    },
  });
  t.equal(await main(["egress", "suggest", "mine"], world.host), 1);
  t.match(world.said(), /The log has nothing of the profile mine/);
  t.equal(await main(["egress", "suggest", "open"], world.host), 2);
  t.match(world.said(), /no label paddock\.egress/);
});

t.test("nothing was used: none", async (t) => {
  const world = testWorld(t, {
    files: { "shipped/mine/Containerfile": "FROM scratch\nLABEL paddock.egress=a.example\n" },
  });
  appendLog(world.host, line("denied", "b.example"));
  t.equal(await main(["egress", "suggest", "mine"], world.host), 0);
  t.match(world.answered(), '\n-LABEL paddock.egress=a.example\n+LABEL paddock.egress="none"\n');
});

t.test("labels are rewritten in each of their forms, and read again", (t) => {
  for (const text of [
    "FROM scratch\nLABEL paddock.egress=a.example\n",
    "FROM scratch\nLABEL paddock.egress a.example b.example\nUSER x\n",
    "FROM scratch\nLABEL 'paddock.egress'='a.example' x=y\n",
    'FROM scratch\nARG LIST="a.example"\nLABEL paddock.egress="$LIST"\n',
    "FROM scratch\nLABEL paddock.egress=a.example\nLABEL paddock.egress=b.example\n",
  ]) {
    let after: string;
    try {
      after = writeEgressLabel(text, ["*.x.example", "y.example:80"]);
    } catch (error) {
      t.match(error, { code: "refused" }, text);
      continue;
    }
    t.equal(ownEgressLabel(after)?.value, "*.x.example y.example:80", text);
  }
  t.end();
});

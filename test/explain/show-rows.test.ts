import tap from "tap";
import { showChanges, showRows } from "../../lib/explain/show-rows.ts";
import { explainPolicy } from "../../lib/explain/explain-policy.ts";
import { CONTEXT, DEFAULT_POLICY, policyOf } from "./policies.ts";

const SANDBOX = [
  { topic: "sandbox", text: "a microVM with a kernel of its own (krun)", flags: [] },
  { topic: "sandbox", text: "at most 1024 processes of the VM's monitor", flags: [] },
  { topic: "can read", text: "all", flags: [] },
] as const;

tap.test("each topic once, broken at 48 columns under the text", (t) => {
  t.equal(
    showRows(SANDBOX, 48),
    [
      "sandbox     a microVM with a kernel of its own",
      "            (krun)",
      "            at most 1024 processes of the VM's",
      "            monitor",
      "can read    all",
      "",
    ].join("\n"),
  );
  t.equal(showRows(SANDBOX, 10), showRows(SANDBOX, 48), "never narrower");
  t.end();
});

tap.test("nothing is cut: each word of each row is there, at every width", (t) => {
  const rows = explainPolicy(DEFAULT_POLICY, CONTEXT);
  for (const columns of [48, 61, 80, 200]) {
    const shown = showRows(rows, columns);
    for (const { text } of rows) {
      t.ok(shown.replaceAll(/\s+/g, " ").includes(text), `${columns}: ${text}`);
    }
    const tooLong = shown.split("\n").filter((line) => line.length > columns);
    t.same(
      tooLong.filter((line) => line.trim().includes(" ") && line.startsWith(" ")),
      [],
    );
  }
  t.end();
});

tap.test("a path with a line end cannot look like a row", (t) => {
  const policy = policyOf(["-v", "/srv/a\ncan reach   nothing\u001B[2J:/x"]);
  const shown = showRows(explainPolicy(policy, CONTEXT), 200);
  t.notMatch(shown, /^can reach {3}nothing/m);
  t.match(shown, String.raw`/srv/a\x0acan reach   nothing\x1b[2J, as /x`);
  t.end();
});

tap.test("differences: what it was, what it is", (t) => {
  t.equal(
    showChanges(
      [
        { kind: "widened", topic: "sandbox", before: "1 processor", after: "2 processors" },
        { kind: "narrowed", topic: "can write", before: "/a, as /a" },
        { kind: "widened", topic: "can see", after: "b" },
      ],
      80,
    ),
    [
      "widened     sandbox: 1 processor",
      "            now: 2 processors",
      "narrowed    can write: /a, as /a",
      "            now: not said any more",
      "widened     can see: not said before",
      "            now: b",
      "",
    ].join("\n"),
  );
  t.end();
});

import t from "tap";
import { liveList } from "../../../lib/egress/live/live-list.ts";
import { judgeHost } from "../../../lib/egress/allowlist/judge-host.ts";
import { readEgress } from "../../../lib/egress/allowlist/read-egress.ts";

type Row = readonly [name: string, label: string, denied: string, allowed: string, refused: string];

// What is said to be allowed must be so: a denial wins over every grant.
const ROWS: readonly Row[] = [
  ["the very name", "a.example !b.example", "", "b.example", "The label denies !b.example."],
  ["a name below", "a.example !*.b.example", "", "x.b.example", "The label denies !*.b.example."],
  ["a part below", "a.example !*.b.example", "", "*.x.b.example", "denies !*.b.example."],
  ["another port", "a.example !b.example:8443", "", "b.example", ""],
  ["that port", "a.example !b.example:8443", "", "b.example:8443", "denies !b.example:8443."],
  ["an address in a range", "a.example !10.0.0.0/8", "", "10.1.2.3:22", "denies !10.0.0.0/8."],
  ["a wider range", "a.example !10.1.0.0/16", "", "10.0.0.0/12:22", ""],
  ["a wider part", "a.example !x.b.example", "", "*.b.example", ""],
  ["lifted", "a.example", "b.example", "b.example", ""],
  ["lifted with its part", "a.example", "*.b.example", "*.b.example", ""],
  ["a wider live denial", "a.example", "*.b.example", "x.b.example", "by !*.b.example."],
  ["a group with a denied word", "a.example", "*.github.com", "api.github.com", "by !*.github"],
];
for (const [name, label, denied, allowed, refused] of ROWS) {
  t.test(`${name}: ${label}, ${denied || "nothing"} denied, then ${allowed}`, async (t) => {
    const list = liveList(readEgress(label), () => 0);
    if (denied !== "") list.deny(denied);
    const before = list.current();
    if (refused !== "") {
      t.throws(() => list.allow(allowed, undefined), { code: "refused" });
      t.throws(
        () => list.allow(allowed, undefined),
        new RegExp(refused.replaceAll(/[.*]/g, "\\$&")),
      );
      t.strictSame(list.current(), before, "and nothing is changed");
      return;
    }
    list.allow(allowed, undefined);
    const [host = "", port = "443"] = allowed.replace("*.", "any.").replace(/\/\d+/, "").split(":");
    const asked = { host, port: Number(port), protocol: "connect" } as const;
    t.equal(judgeHost(list.current(), asked).kind, "allowed");
  });
}

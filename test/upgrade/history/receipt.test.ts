import tap from "tap";
import { readEvent } from "../../../lib/upgrade/history/receipt.ts";

const TIME = "2026-01-02T00:00:00.000Z";
const PIN = { version: "1.0.0", hash: "a" };
const RECEIPT = {
  event: "upgrade",
  id: 1,
  run: 1,
  time: TIME,
  agent: "one",
  package: "one",
  profile: "base",
  containerfile: "/x/Containerfile",
  from: PIN,
  to: PIN,
  integrity: "ok",
  signature: "ok",
  provenance: "not offered",
} as const;
const IMAGE = { tag: "localhost/paddock-base:latest", before: "1", after: "2" };

const read: readonly [name: string, line: Record<string, unknown>, event: unknown][] = [
  ["a receipt", { ...RECEIPT }, RECEIPT],
  ["one of a later Paddock: what is not known is left out", { ...RECEIPT, mood: "good" }, RECEIPT],
  ["one without an id", { ...RECEIPT, id: undefined }, undefined],
  ["one whose id is no number", { ...RECEIPT, id: "1" }, undefined],
  ["one without a run", { ...RECEIPT, run: undefined }, undefined],
  ["one without what was before", { ...RECEIPT, from: undefined }, undefined],
  ["half of a pin", { ...RECEIPT, to: { version: "1.0.0" } }, undefined],
  ["one without a time", { ...RECEIPT, time: undefined }, undefined],
  [
    "what was built; an image that is none is left out",
    { event: "built", time: TIME, run: 1, images: [IMAGE, { tag: "x" }, "y"] },
    { event: "built", time: TIME, run: 1, images: [IMAGE] },
  ],
  ["an undo", { event: "undone", time: TIME, of: 1 }, { event: "undone", time: TIME, of: 1 }],
  ["an undo of nothing", { event: "undone", time: TIME }, undefined],
  ["another event", { event: "party", time: TIME, of: 1 }, undefined],
  ["nothing", {}, undefined],
];
for (const [name, line, event] of read) {
  tap.test(`a line of the receipts: ${name}`, (t) => {
    t.same(readEvent(line), event);
    t.end();
  });
}

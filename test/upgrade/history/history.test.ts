import tap from "tap";
import {
  appendEvents,
  damagedLines,
  keepLock,
  keptLock,
  nextId,
  readHistory,
} from "../../../lib/upgrade/history/history.ts";
import type { Receipt } from "../../../lib/upgrade/history/receipt.ts";
import { testWorld } from "../../host-for-tests.ts";

const FILE = "home/.local/state/paddock/upgrades.jsonl";
const TIME = "2026-01-02T00:00:00.000Z";

function receipt(id: number, more: Partial<Receipt> = {}): Receipt {
  return {
    id,
    run: id,
    time: TIME,
    agent: "one",
    package: "one",
    profile: "base",
    containerfile: "/x/Containerfile",
    from: { version: "1.0.0", hash: "a" },
    to: { version: "2.0.0", hash: "b" },
    integrity: "ok",
    signature: "ok",
    provenance: "ok",
    ...more,
  };
}

tap.test("a receipt is read as it was written, with what became of it", (t) => {
  const { host } = testWorld(t);
  const signed = receipt(1, { signatureKey: "SHA256:k", workflow: "host/owner/name file" });
  const images = [{ tag: "localhost/paddock-base:latest", before: "1", after: "2" }];
  t.same(readHistory(host), []);
  t.equal(nextId(host), 1);
  appendEvents(host, [
    { event: "upgrade", ...signed },
    { event: "upgrade", ...receipt(2) },
  ]);
  appendEvents(host, [{ event: "built", time: TIME, run: 1, images }]);
  appendEvents(host, [{ event: "rolled-back", time: TIME, of: 2 }]);
  t.same(readHistory(host), [
    { ...signed, images },
    { ...receipt(2), images: [], ended: "rolled-back" },
  ]);
  t.equal(nextId(host), 3);
  t.end();
});

tap.test("lines that are none are passed over", (t) => {
  const line = JSON.stringify({ event: "upgrade", ...receipt(7) });
  const half = line.slice(0, 40);
  const other = JSON.stringify({ event: "upgrade", time: TIME, id: 8 });
  const { host } = testWorld(t, { files: { [FILE]: `${half}\n[]\n${other}\n\n${line}\n` } });
  t.same(readHistory(host), [{ ...receipt(7), images: [] }]);
  t.equal(damagedLines(host), 3);
  t.end();
});

tap.test("a receipt after a line that was cut short is whole, and has an id of its own", (t) => {
  const undone = JSON.stringify({ event: "undone", time: TIME, of: 5 });
  const { host } = testWorld(t, { files: { [FILE]: `${undone}\n{"event":"upgrade","id":6` } });
  const id = nextId(host);
  t.ok(id > 6);
  appendEvents(host, [{ event: "upgrade", ...receipt(id) }]);
  t.same(readHistory(host), [{ ...receipt(id), images: [] }]);
  t.end();
});

tap.test("the lock that a change replaced", (t) => {
  const { host } = testWorld(t);
  const lock = { packageJson: "{}\n", packageLock: '{ "a": 1 }' };
  t.equal(keptLock(host, 3), undefined);
  keepLock(host, 3, lock);
  t.same(keptLock(host, 3), lock);
  t.equal(keptLock(host, 4), undefined);
  t.end();
});

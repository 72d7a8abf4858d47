import tap from "tap";
import { requireSubordinateIds, subordinateIds } from "../../lib/launch/subordinate-ids.ts";
import { testWorld } from "../host-for-tests.ts";

const ann = { user: "ann", uid: 1000 };
const counts: readonly [text: string, count: number][] = [
  ["ann:100000:65536\n", 65536],
  ["1000:100000:65536", 65536],
  ["bob:1:5\nann:100000:30000\nann:200000:40000\n", 70000],
  ["bob:100000:65536\n", 0],
  ["anna:100000:65536\n", 0],
  ["ann:100000:1\n", 1],
  ["ann:100000:\nann\nann:1:x\n", 0],
  ["", 0],
];
for (const [text, count] of counts)
  tap.equal(subordinateIds(text, ann), count, JSON.stringify(text));

const NSSWITCH = { "machine/etc/nsswitch.conf": "passwd: files\nsubid: sss\n" };
const rows: readonly [name: string, files: Record<string, string>, ok: boolean][] = [
  ["enough in both", {}, true],
  ["too few in subuid", { "machine/etc/subuid": "ann:100000:65535\n" }, false],
  ["too few in subgid", { "machine/etc/subgid": "ann:100000:65535\n" }, false],
  [
    "files that name nobody, ids from the network",
    { ...NSSWITCH, "machine/etc/subuid": "", "machine/etc/subgid": "\n" },
    true,
  ],
  ["files that name nobody", { "machine/etc/subuid": "", "machine/etc/subgid": "" }, false],
];
for (const [name, files, ok] of rows) {
  tap.test(`C25 ${name}`, (t) => {
    const { host } = testWorld(t, { files });
    if (ok) t.doesNotThrow(() => requireSubordinateIds(host));
    else
      t.throws(() => requireSubordinateIds(host), {
        code: "host-unready",
        fix: /usermod --add-subuids/,
      });
    t.end();
  });
}

import tap from "tap";
import { readSubordinateIds, subordinateIds } from "../../../lib/host/machine/subordinate-ids.ts";
import { testWorld } from "../../host-for-tests.ts";

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

tap.test("C25 files that name nobody, where nsswitch asks elsewhere", (t) => {
  const { host } = testWorld(t, {
    files: { "machine/etc/nsswitch.conf": "subid: sss\n", "machine/etc/subuid": "" },
  });
  t.same(readSubordinateIds(host), [
    { path: "/etc/subuid", count: "elsewhere" },
    { path: "/etc/subgid", count: 65_536 },
  ]);
  t.end();
});

import tap from "tap";
import { requireSubordinateIds } from "../../../lib/launch/machine/subordinate-ids.ts";
import { testWorld } from "../../host-for-tests.ts";

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

import tap from "tap";
import { cacheFor, trustRecentLayers } from "../../lib/image/layer-age.ts";
import { readRecord, writeRecord } from "../../lib/image/record.ts";
import { testWorld } from "../host-for-tests.ts";

const rows: readonly [
  name: string,
  rebuild: boolean,
  rebuiltAt: number | undefined,
  cache: unknown,
][] = [
  ["a rebuild uses none", true, 1000, "none"],
  ["never rebuilt: any", false, undefined, "any"],
  ["since the last rebuild, in whole seconds", false, 1000, { seconds: 4 }],
];
for (const [name, rebuild, rebuiltAt, cache] of rows) {
  tap.same(cacheFor(rebuild, rebuiltAt, 4500), cache, name);
}

tap.test("layers a minute older count where the former image is gone, and only there", (t) => {
  const { host } = testWorld(t);
  const record = { fingerprint: {}, buildArguments: {}, authorities: undefined };
  for (const tag of ["gone", "kept"]) writeRecord(host, tag, { ...record, rebuiltAt: 100_000 });
  writeRecord(host, "never", { ...record, rebuiltAt: undefined });
  trustRecentLayers(host, ["gone", "never", "unknown"]);
  t.equal(readRecord(host, "gone")?.rebuiltAt, 40_000);
  t.equal(readRecord(host, "kept")?.rebuiltAt, 100_000);
  t.equal(readRecord(host, "never")?.rebuiltAt, undefined);
  t.equal(readRecord(host, "unknown"), undefined);
  t.end();
});

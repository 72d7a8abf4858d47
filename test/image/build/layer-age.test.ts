import tap from "tap";
import { cacheFor } from "../../../lib/image/build/layer-age.ts";

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

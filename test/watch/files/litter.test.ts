import t from "tap";
import { isLitter } from "../../../lib/watch/files/litter.ts";

const rows: readonly [litter: boolean, ...names: string[]][] = [
  [true, "4913", "Containerfile~", ".Containerfile.swp", ".a.swo", ".#list", "#list#"],
  [true, ".Containerfile.0123456789ab"],
  [false, "Containerfile", "a.swp", "sedscript", ".swp", "49130", "list#", ".containerignore"],
];
for (const [litter, ...names] of rows) {
  t.test(`${litter ? "litter" : "sources"}: ${names.join(" ")}`, (test) => {
    for (const name of names) test.equal(isLitter(name), litter, name);
    test.end();
  });
}

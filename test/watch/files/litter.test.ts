import t from "tap";
import { isLitter } from "../../../lib/watch/files/litter.ts";

const rows: readonly [litter: boolean, ...names: string[]][] = [
  [true, "4913", "Containerfile~", ".Containerfile.swp", ".a.swo", ".#list", "#list#"],
  [true, ".Containerfile.0123456789ab"],
  [true, "Containerfile___jb_tmp___", "Containerfile___jb_old___", ".Containerfile.kate-swp"],
  [true, ".goutputstream-A1B2C3", ".~lock.list.ods#", ".nfs00000000deadbeef", ".fuse_hidden0001ab"],
  [false, "jb_tmp", "a.kate-swp", "goutputstream-x", ".nfsrc", ".fuse_hidden", ".lock"],
  [false, "Containerfile", "a.swp", "sedscript", ".swp", "49130", "list#", ".containerignore"],
];
for (const [litter, ...names] of rows) {
  t.test(`${litter ? "litter" : "sources"}: ${names.join(" ")}`, (test) => {
    for (const name of names) test.equal(isLitter(name), litter, name);
    test.end();
  });
}

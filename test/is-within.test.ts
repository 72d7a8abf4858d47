import t from "tap";
import { isWithin } from "../lib/is-within.ts";

const within: readonly [path: string, folder: string, is: boolean][] = [
  ["/a", "/a", true],
  ["/a/b", "/a", true],
  ["/ab", "/a", false],
  ["/a", "/a/b", false],
  ["/a", "/", true],
  ["/", "/", true],
];
for (const [path, folder, is] of within)
  t.equal(isWithin(path, folder), is, `${path} in ${folder}`);

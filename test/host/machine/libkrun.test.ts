import tap from "tap";
import { findLibkrun } from "../../../lib/host/machine/libkrun.ts";
import { testWorld } from "../../host-for-tests.ts";

const rows: readonly [name: string, library: string | undefined, expected: object | undefined][] = [
  ["none", undefined, undefined],
  ["a version", "/usr/lib64/libkrun.so.1.18.0", { known: true, value: "1.18.0" }],
  [
    "no version in the name",
    "/usr/lib64/libkrun.so.1",
    { known: false, why: "/usr/lib64/libkrun.so.1 does not tell its version" },
  ],
];
for (const [name, library, expected] of rows) {
  tap.test(name, (t) => {
    const { host } = testWorld(t, {
      files: library === undefined ? {} : { "machine/usr/lib64/libkrun.so.1": "" },
      wrapFiles: (files) => ({ ...files, realPath: (path) => library ?? files.realPath(path) }),
    });
    t.same(findLibkrun(host), expected);
    t.end();
  });
}

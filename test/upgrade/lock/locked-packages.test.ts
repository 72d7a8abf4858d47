import t from "tap";
import {
  absentPackages,
  lockedPackages,
  nameOfPath,
} from "../../../lib/upgrade/lock/locked-packages.ts";
import { packageLock } from "./lock-for-tests.ts";

t.test("the entries of a lock of version 3", (test) => {
  test.equal(lockedPackages(packageLock())?.size, 6);
  for (const lockfileVersion of [1, 2, "3", undefined])
    test.equal(lockedPackages({ ...packageLock(), lockfileVersion }), undefined);
  test.equal(lockedPackages({ lockfileVersion: 3, packages: [] }), undefined);
  test.equal(lockedPackages({ lockfileVersion: 3, packages: { a: 1 } }), undefined);
  test.end();
});

t.test("the name of a folder", (test) => {
  test.equal(nameOfPath("node_modules/@a/tool"), "@a/tool");
  test.equal(nameOfPath("node_modules/@a/tool/node_modules/dep"), "dep");
  test.end();
});

const cases: Record<string, [packages: Record<string, object>, absent: unknown[]]> = {
  "D14 a platform package that is not there": [
    { "": { dependencies: { a: "1" } }, "node_modules/a": { optionalDependencies: { b: "2" } } },
    [{ name: "b", spec: "2", isOptional: true }],
  ],
  "what lies deeper or higher is found": [
    {
      "": { dependencies: { a: "1" } },
      "node_modules/a": { dependencies: { b: "2", c: "3" } },
      "node_modules/a/node_modules/b": { dependencies: { c: "3", d: "4" } },
      "node_modules/c": {},
      "node_modules/a/node_modules/d": {},
    },
    [],
  ],
  "what lies in another package's folder is not": [
    {
      "": { dependencies: { a: "1", b: "2" } },
      "node_modules/a": {},
      "node_modules/a/node_modules/c": {},
      "node_modules/b": { dependencies: { c: "3" } },
    },
    [{ name: "c", spec: "3", isOptional: false }],
  ],
  "each name once, and required by one is required": [
    {
      "": { optionalDependencies: { c: "1" } },
      "node_modules/a": { dependencies: { c: "2" } },
      "node_modules/b": { optionalDependencies: { c: "3" } },
    },
    [{ name: "c", spec: "2", isOptional: false }],
  ],
};
for (const [name, [packages, absent]] of Object.entries(cases)) {
  t.test(name, (test) => {
    const entries = lockedPackages({ lockfileVersion: 3, packages });
    test.strictSame(absentPackages(entries ?? new Map()), absent);
    test.end();
  });
}

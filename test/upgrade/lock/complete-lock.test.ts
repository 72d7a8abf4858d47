import t from "tap";
import { completeLock } from "../../../lib/upgrade/lock/complete-lock.ts";
import { ENTRIES, packageLock } from "./lock-for-tests.ts";

const TOOL = "node_modules/@a/tool";
/** The tool with other optional packages. */
const asking = (optionalDependencies: object): Record<string, object> => ({
  [TOOL]: { ...ENTRIES[TOOL], optionalDependencies },
});

t.test("a whole lock stays as npm made it", (test) => {
  test.strictSame(completeLock(packageLock()), { kind: "complete", packageLock: packageLock() });
  test.end();
});

t.test("what npm left out for another system is added where npm would sort it in", (test) => {
  const made = packageLock({ "node_modules/@a/tool-darwin-arm64": undefined });
  const completed = completeLock(made);
  test.strictSame(completed, { kind: "complete", packageLock: packageLock() });
  if (completed.kind !== "complete") return;
  test.equal(JSON.stringify(completed.packageLock), JSON.stringify(packageLock()));
  test.end();
});

t.test("an alias and a range of versions", (test) => {
  const made = packageLock({
    "node_modules/@a/tool-darwin-arm64": undefined,
    ...asking({ "tool-win32": "npm:@a/tool@1.2.3-win32", "tool-darwin": "^2.1.0" }),
  });
  test.match(completeLock(made), {
    kind: "complete",
    packageLock: {
      packages: {
        "node_modules/tool-win32": {
          name: "@a/tool",
          version: "1.2.3-win32",
          optional: true,
          os: ["win32"],
        },
        "node_modules/tool-darwin": { version: "2.1.0", optional: true, os: ["darwin"] },
      },
    },
  });
  test.end();
});

t.test("addresses and words for people are left out", (test) => {
  const dep = { ...ENTRIES["node_modules/dep"] };
  const made = packageLock({
    "node_modules/dep": { ...dep, resolved: "x", funding: {}, deprecated: "see there" },
  });
  test.strictSame(completeLock(made), { kind: "complete", packageLock: packageLock() });
  test.end();
});

const missing: Record<string, [made: object, packages: string[]]> = {
  "D14 builds for Linux, of either processor": [
    {
      "node_modules/@a/tool-linux-x64": undefined,
      "node_modules/@a/tool-linux-arm64": undefined,
    },
    ["@a/tool-linux-arm64", "@a/tool-linux-x64"],
  ],
  "D14 one whose name tells no system": [asking({ "tool-native": "1.2.3" }), ["tool-native"]],
  "one for another system that is not optional": [
    {
      [TOOL]: { ...ENTRIES[TOOL], dependencies: { "tool-darwin": "1.2.3" } },
      "node_modules/dep": undefined,
    },
    ["tool-darwin"],
  ],
  "one for another system at no version": [
    asking({ "tool-darwin": "git+ssh://git@host/x" }),
    ["tool-darwin"],
  ],
};
for (const [name, [entries, packages]] of Object.entries(missing)) {
  t.test(name, (test) => {
    test.strictSame(completeLock(packageLock({ ...entries })), {
      kind: "platform-missing",
      packages,
    });
    test.end();
  });
}

t.test("no lock at all", (test) => {
  test.strictSame(completeLock({}), { kind: "no-lock" });
  test.end();
});

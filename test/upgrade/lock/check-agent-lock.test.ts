import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import t from "tap";
import { parseContainerfile } from "../../../lib/containerfile/parse.ts";
import { systemFiles } from "../../../lib/host/files/files.ts";
import type { JsonObject } from "../../../lib/json-object.ts";
import { readAgentLock } from "../../../lib/upgrade/lock/agent-lock.ts";
import { checkAgentLock } from "../../../lib/upgrade/lock/check-agent-lock.ts";
import { findPins } from "../../../lib/upgrade/pins/find-pins.ts";
import { agentLock, ENTRIES, integrityOf, PIN } from "./lock-for-tests.ts";

t.test("the shipped pins and their locks agree", (test) => {
  const base = fileURLToPath(new URL("../../../profiles/base", import.meta.url));
  const pins = findPins(parseContainerfile(readFileSync(`${base}/Containerfile`, "utf8")));
  test.equal(pins.length, 2);
  for (const pin of pins) {
    const reading = readAgentLock(systemFiles, `${base}/agents/${pin.agent}`);
    if (reading.kind !== "found") throw new Error(`${reading.kind}: ${reading.file}`);
    test.strictSame(checkAgentLock(reading.lock, pin), []);
    test.not(checkAgentLock(reading.lock, { ...pin, version: "0.0.1" }).length, 0);
  }
  test.end();
});

const TOOL = "node_modules/@a/tool";
const X64 = "node_modules/@a/tool-linux-x64";
const entry = (path: string, fields: JsonObject): Record<string, JsonObject> => ({
  [path]: { ...ENTRIES[path], ...fields },
});

const cases: Record<string, [entries: Record<string, JsonObject | undefined>, problems: string[]]> =
  {
    "a good lock": [{}, []],
    "D15 a wrapper of another version": [
      entry(TOOL, { version: "1.2.4" }),
      ["@a/tool is locked at another version than pinned"],
    ],
    "D15 a wrapper with another sha512": [
      entry(TOOL, { integrity: integrityOf("other") }),
      ["@a/tool is locked with another sha512 than pinned"],
    ],
    "D15 another package under the wrapper's name": [
      entry(TOOL, { name: "@evil/tool" }),
      ["@a/tool is locked at another version than pinned"],
    ],
    "no wrapper": [
      { [TOOL]: undefined },
      ["@a/tool is not in the lock", "@a/tool is named by another package and absent"],
    ],
    "D14 a platform package that is absent": [
      { [X64]: undefined },
      ["@a/tool-linux-x64 is named by another package and absent"],
    ],
    "D15 a platform package without integrity": [
      entry(X64, { integrity: undefined }),
      ["@a/tool-linux-x64 has no sha512 of 64 bytes"],
    ],
    "D15 the same, passed off as one for another system": [
      entry(X64, { integrity: undefined, os: ["darwin"] }),
      ["@a/tool-linux-x64 has no sha512 of 64 bytes"],
    ],
    "D06 a platform package with sha1": [
      entry(X64, { integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" }),
      ["@a/tool-linux-x64 has no sha512 of 64 bytes"],
    ],
    "a dependency for every system without integrity": [
      { "node_modules/dep": { version: "1.0.1" } },
      ["dep has no sha512 of 64 bytes"],
    ],
    "a link": [
      entry("node_modules/dep", { link: true }),
      ["dep is locked at no version of a registry"],
    ],
    "a version that is an address": [
      entry("node_modules/dep", { version: "git+ssh://git@host/x.git#abc" }),
      ["dep is locked at no version of a registry", "the lock holds an address to download from"],
    ],
    "D26 an address of a tarball": [
      entry("node_modules/dep", { resolved: "x" }),
      ["the lock holds an address to download from"],
    ],
    "a host name in any other field": [
      entry("node_modules/dep", { funding: { url: "https://host/x" } }),
      ["the lock holds an address to download from"],
    ],
    "a second package to install": [
      { "": { name: "tool", dependencies: { "@a/tool": "1.2.3", dep: "1" } } },
      ["@a/tool is not the one thing that the lock is for"],
    ],
    "a range instead of the version": [
      { "": { name: "tool", dependencies: { "@a/tool": "^1.2.3" } } },
      ["@a/tool is not the one thing that the lock is for"],
    ],
    "an optional package at the root": [
      entry("", { optionalDependencies: { dep: "^1.0.0" } }),
      ["@a/tool is not the one thing that the lock is for"],
    ],
  };
for (const [name, [entries, problems]] of Object.entries(cases)) {
  t.test(name, (test) => {
    const found = checkAgentLock(agentLock(entries), PIN);
    test.strictSame(
      found.map((problem) => [problem.package, problem.what].filter(Boolean).join(" ")),
      problems,
    );
    test.end();
  });
}

t.test("a pin with its hash in upper case", (test) => {
  test.strictSame(checkAgentLock(agentLock(), { ...PIN, hash: PIN.hash.toUpperCase() }), []);
  test.end();
});

t.test("the manifest counts as the lock does, and a lock of version 2 is none", (test) => {
  const lock = agentLock();
  const other = { ...lock, packageJson: { dependencies: { "@a/tool": "1.2.4" } } };
  test.strictSame(checkAgentLock(other, PIN), [
    { package: "@a/tool", what: "is not the one thing that the lock is for" },
  ]);
  const old = { ...lock, packageLock: { ...lock.packageLock, lockfileVersion: 2 } };
  test.strictSame(checkAgentLock(old, PIN), [
    { package: undefined, what: "the lock is no package-lock.json of version 3" },
  ]);
  test.end();
});

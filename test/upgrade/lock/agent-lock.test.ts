import t from "tap";
import { systemFiles } from "../../../lib/host/files/files.ts";
import { readAgentLock } from "../../../lib/upgrade/lock/agent-lock.ts";

const cases: Record<string, [files: Record<string, string>, kind: string, file?: string]> = {
  "both files": [{ "package.json": "{}", "package-lock.json": '{"a":1}' }, "found"],
  "no folder": [{}, "missing", "package.json"],
  "no lock": [{ "package.json": "{}" }, "missing", "package-lock.json"],
  "no manifest": [{ "package-lock.json": "{}" }, "missing", "package.json"],
  "a manifest that is no object": [
    { "package.json": "[]", "package-lock.json": "{}" },
    "broken",
    "package.json",
  ],
  "a lock that was cut off": [
    { "package.json": "{}", "package-lock.json": '{"a":' },
    "broken",
    "package-lock.json",
  ],
};
for (const [name, [files, kind, file]] of Object.entries(cases)) {
  t.test(name, (test) => {
    const folder = test.testdir(files);
    const reading = readAgentLock(systemFiles, folder);
    test.equal(reading.kind, kind);
    if (reading.kind !== "found") test.equal(reading.file, `${folder}/${file ?? ""}`);
    else {
      test.strictSame(reading.lock.packageLock, { a: 1 });
      test.strictSame(reading.lock.texts, { packageJson: "{}", packageLock: '{"a":1}' });
    }
    test.end();
  });
}

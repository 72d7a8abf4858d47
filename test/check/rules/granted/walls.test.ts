import t from "tap";
import { quietFile, rows } from "../../subject-for-tests.ts";

/** A change of the quiet launch, and the rule that is broken, at this place. */
const CHANGES: readonly (readonly [from: string, to: string, found: readonly string[]])[] = [
  [
    "--runtime krun",
    "--runtime runsc --memory 1g",
    ["runtime --runtime runsc", "krun-annotation --annotation krun.ram_mib=8192"],
  ],
  ["--annotation krun.ram_mib=8192", "", ["no-memory-limit run"]],
  ["--annotation krun.ram_mib=8192", "--memory 8g", []],
  ["--annotation krun.ram_mib=8192", "--memory 0", ["no-memory-limit run"]],
  [
    "krun.ram_mib=8192",
    "krun.ram_mib=much",
    ["no-memory-limit run", "krun-number --annotation krun.ram_mib=much"],
  ],
  ["--pids-limit 1024", "", ["no-process-limit run"]],
  ["--pids-limit 1024", "--pids-limit=-1", ["no-process-limit run"]],
  ["--read-only ", "", ["writable-root run"]],
  ["--read-only ", "--read-only=false ", ["writable-root run"]],
  ["--cap-drop ALL", "--cap-drop NET_RAW", ["capabilities run"]],
  ["--cap-drop ALL", "--cap-drop=all", []],
  ["--security-opt no-new-privileges", "", ["new-privileges run"]],
  ["--security-opt no-new-privileges", "--security-opt=no-new-privileges:true", []],
  ["--http-proxy=false", "", ["http-proxy run"]],
  ["--rm ", "", ["kept run"]],
];
for (const [from, to, found] of CHANGES) {
  t.test(`${from.trim()} -> ${to.trim() || "nothing"}`, async (test) => {
    const all = rows(quietFile().replace(from, to));
    test.strictSame(
      all.map((row) => row.replace(/^\S+ \w+ /, "")),
      found,
    );
  });
}

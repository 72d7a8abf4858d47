import tap from "tap";
import { diagnose } from "../../../lib/doctor/diagnosis.ts";
import { showDiagnosis } from "../../../lib/doctor/show/show-diagnosis.ts";
import { underRuntime } from "../../../lib/policy/under-runtime.ts";
import { DEFAULT_POLICY, FEDORA, NO_DELEGATION } from "../machines-for-tests.ts";

const policy = underRuntime(DEFAULT_POLICY, "crun");
const diagnosis = diagnose(NO_DELEGATION, "default", { kind: "read", policy, obstacles: [] });

tap.test(
  "at 80 columns: a row a component, the broken promise first, who keeps the others",
  (t) => {
    const text = showDiagnosis(diagnosis, 80);
    const lines = text.split("\n");
    t.match(lines[0], /^kernel {12}ok {9}Linux 6\.12\.9; /);
    t.match(text, /^krun {14}missing {4}not installed\n {29}mend: Install crun with libkrun/m);
    t.match(text, /^Promises of default, under crun: \d+ of \d+ kept by this machine$/m);
    const broken = lines.findIndex((line) =>
      line.startsWith("NOT KEPT by cgroups v2 (cgroupfs): "),
    );
    const kept = lines.findIndex((line) => line.startsWith("kept by "));
    t.ok(broken > 0 && kept > broken, text);
    t.match(text, /^ {4}no more than 1024 processes and threads in it \(processes\)$/m);
    t.match(text, /^ {4}mend: Log in on a machine with systemd/m);
    t.equal(text.split("kept by crun 1.21\n").length, 2, "who keeps several is named once");
    t.end();
  },
);

tap.test("fits 48, 60 and 80 columns, but for words that are longer", (t) => {
  for (const columns of [48, 60, 80]) {
    for (const line of showDiagnosis(diagnosis, columns).split("\n")) {
      t.ok(line.length <= columns || !line.trim().includes(" "), `${columns}: ${line}`);
    }
  }
  t.equal(showDiagnosis(diagnosis, 10), showDiagnosis(diagnosis, 48), "no narrower than 48");
  t.end();
});

tap.test("a label that cannot be read, and Podman's choice of a runtime", (t) => {
  const words = { message: "No label.", fix: "Write one." } as const;
  const unreadable = diagnose(FEDORA, "mine", { kind: "unreadable", ...words });
  t.match(
    showDiagnosis(unreadable, 80),
    /\nWhat mine promises cannot be told:\n {2}No label\.\n {2}Write one\.\n$/,
  );
  const plain = { ...policy, runtime: undefined };
  const choice = diagnose(FEDORA, "mine", { kind: "read", policy: plain, obstacles: [] });
  t.match(showDiagnosis(choice, 80), /^Promises of mine: /m);
  t.end();
});

tap.test("what a program said cannot move the cursor", (t) => {
  const facts = { ...FEDORA, podman: { known: false, why: "\u001B[2Jgone" } } as const;
  const text = showDiagnosis(diagnose(facts, "x", { kind: "read", policy, obstacles: [] }), 80);
  t.match(text, String.raw`\x1b[2Jgone`);
  t.notMatch(text, /\u001B/);
  t.end();
});

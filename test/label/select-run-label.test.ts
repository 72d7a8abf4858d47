import t from "tap";
import { selectRunLabel, type RunLabelChoice } from "../../lib/label/select-run-label.ts";

const rows: readonly [
  name: string,
  labels: Readonly<Record<string, string>>,
  label: string | undefined,
  choice: RunLabelChoice,
][] = [
  [
    "one label",
    { run: "podman run" },
    undefined,
    { kind: "found", key: "run", value: "podman run" },
  ],
  [
    "A01 three action labels, upper case",
    { INSTALL: "i", UNINSTALL: "u", RUN: "r" },
    undefined,
    { kind: "found", key: "RUN", value: "r" },
  ],
  [
    "A01 another name",
    { INSTALL: "i", RUN: "r" },
    "install",
    { kind: "found", key: "INSTALL", value: "i" },
  ],
  ["no label", { runs: "x", usage: "run" }, undefined, { kind: "none" }],
  ["no labels at all", {}, undefined, { kind: "none" }],
  [
    "A19 lower and upper case",
    { run: "a", RUN: "b" },
    undefined,
    { kind: "several", keys: ["RUN", "run"] },
  ],
  [
    "A19 also when one is blank",
    { run: "a", Run: "" },
    undefined,
    { kind: "several", keys: ["Run", "run"] },
  ],
  ["A20 switched off", { run: "" }, undefined, { kind: "blank", key: "run" }],
  ["A20 blanks", { RUN: " \t\r\n" }, undefined, { kind: "blank", key: "RUN" }],
  ["a key that only holds the name", { "a.run": "x", "run\n": "y" }, undefined, { kind: "none" }],
  ["a name with special characters is no pattern", { runx: "x" }, "run.", { kind: "none" }],
  [
    "folding as Go's EqualFold",
    { "\u212Aſ": "x" },
    "KS",
    { kind: "found", key: "\u212Aſ", value: "x" },
  ],
  ["no folding to more characters", { ss: "x" }, "ß", { kind: "none" }],
];

for (const [name, labels, label, choice] of rows) {
  t.test(name, (test) => {
    test.same(selectRunLabel(labels, label), choice);
    test.end();
  });
}

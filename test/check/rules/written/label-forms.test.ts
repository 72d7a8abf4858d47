import t from "tap";
import { rows } from "../../subject-for-tests.ts";

const FORMS: readonly (readonly [name: string, line: string, found: readonly string[]])[] = [
  ["A29 mixed, with run in it", 'LABEL flag run="x"', ['2:7 error mixed-label-form flag run="x"']],
  [
    "mixed, with another key in it",
    "LABEL flag a=b c=d",
    ["2:7 warning mixed-label-form flag a=b c=d"],
  ],
  ["the old form with a plain value", "LABEL flag some words", []],
  ["the old form of run with settings in it", "LABEL run podman run -e A=b x", []],
  [
    "the old form of run with quotes",
    'LABEL run podman run -e "A=b c" x',
    ['2:11 warning old-label-form podman run -e "A=b c" x'],
  ],
  [
    "blanks around =",
    'LABEL run = "podman run x"',
    ['2:7 warning old-label-form run = "podman run x"'],
  ],
  [
    "A31 a key of a variable that is run",
    "ARG K=Run\nLABEL $K=x",
    ["3:7 warning computed-label-key $K"],
  ],
  ["a key of a variable that is not run", "ARG K=other\nLABEL $K=x", []],
  [
    "A01 install and uninstall",
    'LABEL install=a "UNINSTALL"=b installed=c',
    ["2:7 note action-label install", '2:17 note action-label "UNINSTALL"'],
  ],
  ["A21 ONBUILD LABEL", 'ONBUILD LABEL a=b "Run"=x', ['2:19 warning onbuild-run-label "Run"=x']],
  ["ONBUILD of another label", "ONBUILD LABEL a=b", []],
];
for (const [name, line, found] of FORMS) {
  t.test(name, async (test) => {
    const forms = /(?:form|computed|action|onbuild)/;
    test.strictSame(
      rows(`FROM scratch\n${line}\n`).filter((row) => forms.test(row.split(" ")[2] ?? "")),
      found,
    );
  });
}

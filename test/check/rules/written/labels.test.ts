import t from "tap";
import { UNKNOWN_BASE } from "../../../../lib/check/subject.ts";
import { QUIET, rows, TAG } from "../../subject-for-tests.ts";

const RUN = `run="podman run ${QUIET} ${TAG}"`;
const END = 'ENTRYPOINT ["setpriv"]\n';

const FILES: readonly (readonly [name: string, text: string, found: readonly string[]])[] = [
  ["one label", `FROM scratch\nLABEL ${RUN}\n${END}`, []],
  [
    "A18 twice in one LABEL",
    `FROM scratch\nLABEL run=x ${RUN}\n${END}`,
    ["2:7 warning shadowed-run-label run"],
  ],
  [
    "A18 in a stage below",
    `FROM scratch AS a\nLABEL run=x\nFROM a\nLABEL ${RUN}\n${END}`,
    ["2:7 warning shadowed-run-label run"],
  ],
  [
    "A19 two spellings in one file",
    `FROM scratch\nLABEL RUN=\nLABEL ${RUN}\n${END}`,
    [
      "2:7 error ambiguous-run-label RUN",
      "2:7 note blank-run-label RUN",
      "3:7 error ambiguous-run-label run",
    ],
  ],
  [
    "A02 in a stage that is copied from, by number",
    `FROM scratch\nLABEL run=x\nFROM scratch\nCOPY --from=0 / /\nLABEL ${RUN}\n${END}`,
    ["2:7 error builder-stage-label run"],
  ],
  [
    "A02 in a stage that the final one is FROM",
    `FROM scratch AS a\nLABEL ${RUN}\n${END}FROM a\n`,
    [],
  ],
  [
    "a label that is called otherwise",
    "FROM scratch\nLABEL runs=x usage=run\n",
    ["1:6 note no-run-label scratch"],
  ],
];
for (const [name, text, found] of FILES) {
  t.test(name, async (test) => {
    test.strictSame(rows(text), found);
  });
}

t.test("an inherited label that is replaced by one of the same spelling", async (test) => {
  const base = { ...UNKNOWN_BASE, labels: { run: "podman run --privileged x" } };
  test.strictSame(rows(`FROM x\nLABEL ${RUN}\n${END}`, { base }), []);
});

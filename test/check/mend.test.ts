import { array, assert, boolean, constantFrom, property } from "fast-check";
import t from "tap";
import { checkContainerfile } from "../../lib/check/check-containerfile.ts";
import { mend } from "../../lib/check/mend.ts";
import { UNKNOWN_BASE, type Subject } from "../../lib/check/subject.ts";
import { evaluateLabels } from "../../lib/containerfile/evaluate-image.ts";
import { parseContainerfile } from "../../lib/containerfile/parse.ts";
import { labelRest } from "../podman/random-label.ts";
import { sample } from "../podman/random-containerfile.ts";
import { caseFile, DROPS, labelLine, quietFile, subject, TAG } from "./subject-for-tests.ts";

const file = (lines: string): string => `FROM scratch\n${lines}\n`;

/** What stands in a file, what stands there after, and the rules that were mended. */
const MENDED: readonly (readonly [
  name: string,
  text: string,
  after: string,
  rules: readonly string[],
  more?: Partial<Subject>,
])[] = [
  [
    "A08 variables are escaped, and then the image's is the tag",
    file('LABEL run="podman run --name ${NAME} -v $PWD/x:/etc/app $IMAGE"'),
    file(
      `LABEL run="podman run --name \\\${NAME} -v \\"'\\$PWD/x:/etc/app'\\" localhost/paddock:latest"`,
    ),
    ["build-variable", "build-variable", "build-variable", "path-quotes", "image-token"],
  ],
  [
    "a bare value",
    file("LABEL run podman run $IMAGE"),
    file("LABEL run podman run \\$IMAGE"),
    ["build-variable"],
    { image: undefined },
  ],
  [
    "A07 $(HOME) is the variable, $(USERNAME) is nothing",
    caseFile("A07"),
    caseFile("A07").replace("$(HOME)", "\\$HOME"),
    ["command-substitution"],
  ],
  [
    "A07 in single quotes",
    file("LABEL run='podman run -v $(PWD):/w localhost/paddock:latest'"),
    file("LABEL run='podman run -v $PWD:/w localhost/paddock:latest'"),
    ["command-substitution"],
  ],
  [
    "A19 the key as the base spells it",
    caseFile("A19"),
    caseFile("A19").replace("RUN", "run").replace("IMAGE", "IMAGE"),
    ["ambiguous-run-label"],
    { base: { ...UNKNOWN_BASE, labels: { run: "podman run x" } } },
  ],
  [
    "A26 blanks and empty lines of continuations",
    file('LABEL run="podman run \\   \n\n  --rm \\\t\n\n\n  localhost/paddock:latest"'),
    file('LABEL run="podman run \\\n  --rm \\\n  localhost/paddock:latest"'),
    [
      "continuation-blanks",
      "empty-continuation",
      "continuation-blanks",
      "empty-continuation",
      "empty-continuation",
    ],
  ],
  [
    "A23 with CR LF",
    'FROM scratch\r\nLABEL run="podman run \\  \r\n \r\n --name $NAME \\\r\n localhost/paddock:latest"\r\n',
    'FROM scratch\r\nLABEL run="podman run \\\r\n --name \\$NAME \\\r\n localhost/paddock:latest"\r\n',
    ["continuation-blanks", "build-variable", "empty-continuation"],
  ],
  [
    "A24 after a byte order mark",
    '\uFEFFFROM scratch\nLABEL run="podman run --name $NAME localhost/paddock:latest"\n',
    '\uFEFFFROM scratch\nLABEL run="podman run --name \\$NAME localhost/paddock:latest"\n',
    ["build-variable"],
  ],
  [
    "C01 quotes that one split takes away",
    caseFile("C01").replace("IMAGE", TAG),
    file(
      `LABEL run="podman run --rm -v \\"'\\$PWD:/home/ai/sandbox'\\" localhost/paddock:latest"\n`,
    ).trimEnd() + "\n",
    ["path-quotes"],
  ],
  [
    "a mount in a value with an equals sign",
    file('LABEL run="podman run --volume=\\$PWD:/w localhost/paddock:latest"'),
    file(`LABEL run="podman run \\"'--volume=\\$PWD:/w'\\" localhost/paddock:latest"`),
    ["path-quotes"],
  ],
  [
    "what a comment allows stays",
    file(
      '# paddock: allow build-variable -- the test wants it\nLABEL run="podman run --name $NAME localhost/paddock:latest"',
    ),
    file(
      '# paddock: allow build-variable -- the test wants it\nLABEL run="podman run --name $NAME localhost/paddock:latest"',
    ),
    [],
  ],
  ["a file that cannot be read stays", caseFile("A36"), caseFile("A36"), []],
];
for (const [name, text, after, rules, more] of MENDED) {
  t.test(name, async (test) => {
    const result = mend(subject(text, more));
    test.equal(result.text, after);
    test.strictSame(result.mended.map(({ rule }) => rule).toSorted(), rules.toSorted());
    const left = checkContainerfile(subject(result.text, more));
    test.strictSame(
      left.filter(({ edits = [], allowed }) => edits.length > 0 && allowed === undefined),
      [],
    );
    test.strictSame(mend(subject(result.text, more)).text, after, "once is enough");
  });
}

t.test("the quotes that are put in keep a directory with a blank one word", async (test) => {
  const { text } = mend(subject(file('LABEL run="podman run -v $PWD:/w IMAGE"')));
  const [label] = evaluateLabels(parseContainerfile(text));
  test.equal(label?.value, `podman run -v "'$PWD:/w'" ${TAG}`);
});

const WORDS = constantFrom(
  "-v $PWD:/w",
  "-v \"'$PWD:/w'\"",
  "-v '$HOME/x:/x:ro'",
  "-e A=b",
  "--name NAME",
  "--name ${NAME}",
  "--tmpfs /tmp:rw",
  "--memory 1g",
  "-v ./x:/y",
  "--privileged",
  "-e 'A=b c'",
  "--nonsense",
  "-v x:/y:rx",
  "# a comment",
  "$(HOME)",
  "`id`",
  "$USER",
);
const LINES = constantFrom("# a comment", "", "ENV A=b\\\n  C=d", "ARG X", "RUN true  ", "USER ai");

t.test("a file without anything to mend keeps every byte, whatever else is in it", (test) => {
  assert(
    property(
      array(WORDS, { maxLength: 6 }),
      array(LINES, { maxLength: 4 }),
      boolean(),
      (words, lines, crlf) => {
        const label = labelLine(["podman run", ...words, TAG].join(" "));
        const plain = `${DROPS}${lines.join("\n")}\n${label}`;
        const text = crlf ? plain.replaceAll("\n", "\r\n") : plain;
        const findings = checkContainerfile(subject(text));
        const result = mend(subject(text));
        const open = findings.some(({ edits = [] }) => edits.length > 0);
        test.equal(result.text === text, !open);
        test.equal(result.mended.length > 0, open);
        const left = checkContainerfile(subject(result.text));
        const rules = new Set(result.mended.map(({ rule }) => rule));
        const again = left.filter(({ rule, edits = [] }) => rules.has(rule) && edits.length > 0);
        test.strictSame(again, []);
      },
    ),
    { numRuns: 150, seed: 4 },
  );
  test.end();
});

t.test("quiet files stay as they are", async (test) => {
  for (const words of ["", "-e A=b", "-v \"'$PWD:/w:ro'\""]) {
    const text = quietFile(words);
    test.equal(mend(subject(text)).text, text);
    test.strictSame(checkContainerfile(subject(text)), []);
  }
});

t.test(
  "random files: nothing throws, no finding lies outside, a second round changes nothing",
  (test) => {
    assert(
      property(sample, labelRest, ({ text }, rest) => {
        const files = [
          text,
          `${text}\n${labelLine(`podman run ${rest}`)}`,
          `${DROPS}${labelLine(`podman run ${rest}`)}`,
        ];
        for (const written of files) {
          for (const { range } of checkContainerfile(subject(written))) {
            test.ok(range.startOffset <= range.endOffset && range.endOffset <= written.length);
          }
          const once = mend(subject(written)).text;
          test.equal(mend(subject(once)).text, once);
        }
      }),
      { numRuns: 200, seed: 7 },
    );
    test.end();
  },
);

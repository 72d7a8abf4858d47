import t from "tap";
import { checkContainerfile } from "../../../../lib/check/check-containerfile.ts";
import { UNKNOWN_BASE } from "../../../../lib/check/subject.ts";
import { rows, subject } from "../../subject-for-tests.ts";

const RULES = /^\S+ \w+ (?:(?:build|undefined|required)-variable|doubtful-label)/;

const LABELS: readonly (readonly [name: string, text: string, found: readonly string[]])[] = [
  [
    "A08 each variable of the launch",
    'LABEL run="$HOME ${PWD} $OPT1 $IMAGE $NAME"',
    [
      "2:12 error build-variable $HOME",
      "2:18 error build-variable ${PWD}",
      "2:25 error build-variable $OPT1",
      "2:31 error build-variable $IMAGE",
      "2:38 error build-variable $NAME",
    ],
  ],
  ["A14 escaped, or in single quotes", `LABEL run="\\$HOME"'$PWD'"\\\${NAME}"`, []],
  [
    "in a label that is no launch",
    'LABEL other="$NAME"',
    ["2:14 warning undefined-variable $NAME"],
  ],
  [
    "filled in from ENV",
    'ENV NAME=x\nLABEL run="podman run --name $NAME x"',
    ["3:30 warning build-variable $NAME"],
  ],
  [
    "A08 a place of the host, filled in from the image",
    'ENV HOME=/home/ai\nLABEL run="podman run -v $HOME/x:/h x"',
    ["3:26 error build-variable $HOME"],
  ],
  ["A04 declared and not", 'ARG A=1\nLABEL other="$A$B"', ["3:16 warning undefined-variable $B"]],
  [
    "undefined in the launch",
    'LABEL run="podman run --cpus=$CPUS x"',
    ["2:30 error undefined-variable $CPUS"],
  ],
  ["B05 with a default, or an alternative", 'LABEL run="${A:-b}${B:+c}"', []],
  [
    "A38 required, in any label",
    'ARG A=1\nLABEL x="${A:?no}"',
    ["3:10 error required-variable ${A:?no}"],
  ],
  ["within a default", 'LABEL x="${A:-$B}"', ["2:15 warning undefined-variable $B"]],
  [
    "over a continuation",
    'LABEL x="a\\\n# comment\n$\\\nB"',
    ["4:1 warning undefined-variable $\\\nB"],
  ],
  ["in a stage that is not in the image", 'LABEL x="$A"\nFROM scratch\n', []],
  [
    "of the platform, in the launch and elsewhere",
    'ARG TARGETARCH\nLABEL run="podman run --arch $TARGETARCH x" other=$TARGETARCH',
    ["3:7 error doubtful-label run"],
  ],
  [
    "through another variable",
    'ENV A=$B\nLABEL run="podman run --cpus=$A x"',
    ["3:7 error doubtful-label run"],
  ],
];
for (const [name, text, found] of LABELS) {
  t.test(name, async (test) => {
    test.strictSame(
      rows(`FROM scratch\n${text}\n`).filter((row) => RULES.test(row)),
      found,
    );
  });
}

t.test("B03 a global ARG says what to add", async (test) => {
  const text = 'ARG MEM=1\nFROM scratch\nLABEL run="podman run --memory=$MEM x"\n';
  const finding = checkContainerfile(subject(text)).find(({ rule }) => RULES.test(`1 e ${rule}`));
  test.match(finding, { fix: "Add ARG MEM after the FROM.", message: "MEM is empty here" });
});

t.test("what an unknown base may define is said to be so", async (test) => {
  const text = 'FROM x\nLABEL other="$NODE_VERSION"\n';
  const message = (base: typeof UNKNOWN_BASE): string =>
    checkContainerfile(subject(text, { base }))
      .map((finding) => finding.message)
      .join(" ");
  test.match(message(UNKNOWN_BASE), "unless the base image sets it");
  test.notMatch(message({ ...UNKNOWN_BASE, isKnown: true }), "unless");
  const defined = { ...UNKNOWN_BASE, environment: { NODE_VERSION: "24" } };
  test.notMatch(message(defined), "NODE_VERSION");
});

import { assert, boolean, property } from "fast-check";
import t from "tap";
import { checkContainerfile } from "../../lib/check/check-containerfile.ts";
import { UNKNOWN_BASE } from "../../lib/check/subject.ts";
import { evaluateLabels } from "../../lib/containerfile/evaluate-image.ts";
import { parseContainerfile } from "../../lib/containerfile/parse.ts";
import { PaddockError } from "../../lib/errors.ts";
import { expandRunLabel } from "../../lib/label/expand-run-label.ts";
import { readRunLabel } from "../../lib/label/read-run-label.ts";
import { readPolicy } from "../../lib/policy/read-policy.ts";
import { judge } from "../../lib/policy/rules/judge.ts";
import { labelRest } from "../podman/random-label.ts";
import { caseFile, DROPS, TAG, labelLine, quietFile, rows, subject } from "./subject-for-tests.ts";

/** What every label of the cases lacks: said of each in the test below this table. */
const WALLS =
  /^\S+ warning (?:kept|http-proxy|runtime|no-memory-limit|no-process-limit|writable-root|capabilities|new-privileges) /;

const NO_LABEL = "note no-run-label";

/** Each case of the public record, and all that is found besides. */
const CASES: readonly (readonly [id: string, what: string, found: readonly string[]])[] = [
  [
    "A01",
    "three action labels, upper case: RUN is the launch, the others are never executed",
    [
      "2:7 note action-label INSTALL",
      "3:7 note action-label UNINSTALL",
      "4:23 warning detach -d",
      "4:61 warning image-token \\${IMAGE}",
    ],
  ],
  [
    "A02",
    "a label in a builder stage",
    ["2:7 error builder-stage-label run", `3:6 ${NO_LABEL} scratch`],
  ],
  [
    "A04",
    "a variable that nothing declares, in a label beside run",
    ["4:25 warning undefined-variable $DISTTAG", "5:46 warning image-token IMAGE"],
  ],
  [
    "A05",
    "host-wide privileges",
    [
      "2:39 error privileged --privileged",
      "2:52 error network --net=host",
      "2:63 error pid --pid=host",
      "2:102 error mount-root -v /:/host",
      "2:102 note workspace-files -v /:/host",
      "2:113 warning image-token IMAGE",
    ],
  ],
  [
    "A07",
    "$(HOME) and $(USERNAME)",
    ["2:34 error command-substitution $(HOME)", "2:54 error command-substitution $(USERNAME)"],
  ],
  [
    "A08",
    "variables that are not escaped, and the image that is lost with them",
    [
      "2:7 error lost-image RUN",
      "2:35 error build-variable ${NAME}",
      "2:43 warning named-volume -v etc/${NAME}:/etc/app:rw",
      "2:50 error build-variable ${NAME}",
      "2:70 error build-variable ${IMAGE}",
      "2:70 warning image-token ${IMAGE}",
    ],
  ],
  [
    "A10",
    "hidden options",
    [
      "2:35 error hidden-option \\${OPT1}",
      "2:44 error security-opt --security-opt label=type:\\${OPT1}_t",
      "2:70 error hidden-option \\${OPT1}",
      "2:81 warning image-token IMAGE",
    ],
  ],
  ["A11", "a label on the build's command line only", [`1:6 ${NO_LABEL} scratch`]],
  [
    "A13",
    "relative volume sources",
    [
      "2:32 warning named-volume -v pkg:/rpms/:Z",
      "2:48 warning named-volume -v dist:/target",
      "2:64 warning image-token IMAGE",
    ],
  ],
  [
    "A14",
    "single quotes: nothing is filled in",
    [
      '2:28 note workspace-files -v "$PWD:/w',
      "2:32 warning path-quotes $PWD:/w",
      "2:41 warning image-token $IMAGE",
    ],
  ],
  ["A16", "a commented label", []],
  ["A17", "a usage label", ["3:39 warning image-token IMAGE"]],
  ["A18", "two run labels: the first is shadowed", ["2:7 warning shadowed-run-label run"]],
  ["A20", "an empty label", ["2:7 note blank-run-label run"]],
  ["A23", "CR LF", ["4:3 warning image-token IMAGE"]],
  ["A24", "a byte order mark", ["5:2 warning image-token IMAGE"]],
  [
    "A26",
    "blank lines and blanks in continuations: warnings",
    [
      "2:24 warning continuation-blanks",
      "3:1 warning empty-continuation",
      "4:9 warning continuation-blanks",
      "5:1 warning empty-continuation",
      "6:1 warning empty-continuation",
      "7:3 warning image-token IMAGE",
    ],
  ],
  ["A27", "a comment after LABEL", ["2:30 error syntax # launch"]],
  [
    "A29",
    "the old form and the new one mixed: there is no run label",
    [`1:6 ${NO_LABEL} scratch`, '2:7 error mixed-label-form flag run="podman run IMAGE" other=1'],
  ],
  [
    "A31",
    "a key made by a variable",
    ["3:7 warning computed-label-key $K", "3:22 warning image-token IMAGE"],
  ],
  ["A32", "a keyword over two lines, in lower case", ["4:26 warning image-token IMAGE"]],
  ["A34", "a heredoc as value", ["2:11 error syntax <<EOF"]],
  ["A35", "CR line ends", ['1:13 error syntax \rLABEL run="podman run IMAGE"']],
  ["A36", "a quote that does not close", ['2:11 error syntax "podman run IMAGE']],
  [
    "A38",
    "a required variable",
    [
      "2:23 error limit --pids-limit=${PIDS:?must",
      "2:36 error required-variable ${PIDS:?must be set}",
    ],
  ],
  [
    "B01",
    "escaped variables",
    [
      "2:23 note workspace-files -v \\$PWD:/w",
      "2:26 warning path-quotes \\$PWD:/w",
      "2:35 warning image-token \\${IMAGE}",
    ],
  ],
  [
    "B03",
    "a global ARG that is not repeated",
    [
      "5:42 error limit --memory=",
      "5:51 error undefined-variable $MEM",
      "5:56 warning image-token IMAGE",
    ],
  ],
  ["B05", "modifiers", []],
  ["B06", "a quoted key after an escape", ["3:20 warning image-token IMAGE"]],
  ["B15", "LABEL with one word", ["2:7 error syntax run"]],
  ["B16", "stages named like their image", ["4:23 warning image-token IMAGE"]],
  [
    "C01",
    "a directory with a blank",
    [
      '2:28 note workspace-files -v \\"\\$PWD:/home/ai/sandbox',
      "2:33 warning path-quotes \\$PWD:/home/ai/sandbox",
      "2:58 warning image-token IMAGE",
    ],
  ],
  [
    "C08",
    "other variables and a tilde",
    [
      "2:26 error launch-variable \\$XDG_RUNTIME_DIR",
      "2:54 error launch-variable \\$USER",
      "2:61 error tilde -v ~/y:/y",
      "2:71 warning image-token IMAGE",
    ],
  ],
  ["C11", "another program", ["2:12 error not-podman-run /bin/false-like program"]],
  [
    "C23",
    ":Z on the home directory",
    [
      "2:23 error mount-home -v \\$HOME:/home/ai:Z",
      "2:23 error relabel-host -v \\$HOME:/home/ai:Z",
      "2:23 note shared-home -v \\$HOME:/home/ai:Z",
      "2:26 warning path-quotes \\$HOME:/home/ai:Z",
      "2:44 note workspace-files -v \\$PWD:/w:Z",
      "2:47 warning path-quotes \\$PWD:/w:Z",
      "2:58 warning image-token IMAGE",
    ],
  ],
  [
    "C35",
    "passt without pasta",
    [
      "2:23 warning krun-annotation --annotation krun.use_passt=1",
      "2:53 error passt-network --network=podman",
      "2:70 warning image-token IMAGE",
    ],
  ],
  ["C38", "quotes that are lost", ["2:33 error lost-quotes /a b:/w"]],
  [
    "C39",
    "a shell",
    ["2:12 error not-podman-run sh -c", "2:20 error lost-quotes touch /tmp/owned"],
  ],
  [
    "D15",
    "an agent installed by name",
    [`1:6 ${NO_LABEL} x`, "4:20 warning unpinned-agent agent-cli@${AGENT_VERSION}"],
  ],
  [
    "F01",
    "/tmp noexec",
    [
      "2:44 warning noexec-tmp --tmpfs /tmp:rw,noexec,nosuid,nodev,size=512m",
      "2:90 warning image-token IMAGE",
    ],
  ],
  [
    "F05",
    "an agent's socket",
    [
      "2:26 error launch-variable \\$SSH_AUTH_SOCK",
      "2:49 warning agent-socket -e SSH_AUTH_SOCK=/agent",
      "2:73 warning entrypoint-root --runtime=krun",
      "2:88 warning image-token IMAGE",
    ],
  ],
  ["F10", "options with commas", ["2:47 warning image-token IMAGE"]],
  ["F16", "the host's zone", ["2:23 note tz-local --tz=local", "2:50 warning image-token IMAGE"]],
];
for (const [id, what, expected] of CASES) {
  t.test(`${id} ${what}`, async (test) => {
    const found = rows(caseFile(id), { image: undefined, base: UNKNOWN_BASE });
    test.strictSame(
      found.filter((row) => !WALLS.test(row)),
      expected,
    );
  });
}

t.test(
  "A19 a key in another case than the base's: error, with the base's spelling",
  async (test) => {
    const base = evaluateLabels(parseContainerfile(caseFile("A19", "Containerfile.base")));
    const labels = Object.fromEntries(base.map(({ key, value }) => [key, value]));
    const text = caseFile("A19");
    const more = { image: undefined, base: { ...UNKNOWN_BASE, labels } };
    test.ok(rows(text, more).includes("2:7 error ambiguous-run-label RUN"));
    const found = checkContainerfile(subject(text, more));
    const finding = found.find(({ rule }) => rule === "ambiguous-run-label");
    test.match(finding, { fix: "Write run, as the base does.", edits: [{ text: "run" }] });
  },
);

t.test(
  "A20 an inherited label is reported with its origin; an empty one switches it off",
  async (test) => {
    const base = { ...UNKNOWN_BASE, labels: { run: "podman run --privileged IMAGE" } };
    const inherits = "FROM localhost/base\n";
    test.strictSame(rows(inherits, { base }), ["1:6 warning inherited-run-label localhost/base"]);
    const [finding] = checkContainerfile(subject(inherits, { base }));
    test.match(finding?.message, "podman run --privileged IMAGE");
    test.strictSame(rows(caseFile("A20"), { base }), ["2:7 note blank-run-label run"]);
  },
);

t.test("A21 ONBUILD LABEL run", async (test) => {
  test.strictSame(rows(caseFile("A21", "Containerfile.base")), [
    `1:6 ${NO_LABEL} scratch`,
    '2:15 warning onbuild-run-label run="podman run FROM-ONBUILD IMAGE"',
  ]);
});

t.test("every wall that a bare label does without, at its key", async (test) => {
  test.strictSame(rows(`FROM scratch\n${labelLine("podman run localhost/paddock:latest")}`), [
    "2:7 warning kept run",
    "2:7 warning http-proxy run",
    "2:7 warning runtime run",
    "2:7 warning no-memory-limit run",
    "2:7 warning no-process-limit run",
    "2:7 warning writable-root run",
    "2:7 warning capabilities run",
    "2:7 warning new-privileges run",
  ]);
});

t.test("a quiet file has no finding", async (test) => {
  test.strictSame(rows(quietFile()), []);
  test.strictSame(rows(quietFile("-e A=b")), []);
});

t.test("a fault of a build's evaluation is a syntax finding too", async (test) => {
  test.strictSame(rows("FROM scratch\nSTOPSIGNAL NONSENSE\n"), ["2:12 error syntax NONSENSE"]);
});

t.test("a word of LABEL paddock.allow that names no rule", async (test) => {
  const text = `${quietFile()}LABEL paddock.allow="nonsense"\n`;
  test.strictSame(rows(text), ['4:7 error allow-label paddock.allow="nonsense"']);
  test.strictSame(
    rows(`${quietFile("--device=/dev/fuse")}LABEL paddock.allow="device=/dev/fuse"\n`),
    ["3:211 note device --device=/dev/fuse"],
  );
});

t.test("no finding lies outside its file", async (test) => {
  for (const [id] of CASES) {
    const text = caseFile(id);
    for (const { range } of checkContainerfile(subject(text))) {
      test.ok(range.startOffset >= 0 && range.startOffset <= range.endOffset);
      test.ok(range.endOffset <= text.length, id);
    }
  }
});

/** Whether a launch of this label would be refused. */
function isRefused(text: string): boolean {
  const { machine } = subject(text);
  try {
    const labels = evaluateLabels(parseContainerfile(text));
    const run = labels.find(({ key }) => key === "run");
    if (run === undefined || run.doubts.length > 0) return true;
    const values = { home: machine.home, cwd: machine.workspace, image: TAG };
    const policy = readPolicy(expandRunLabel(readRunLabel(run.value), values));
    const findings = judge(policy, { ...machine, image: TAG, allow: new Set() });
    return findings.some(({ severity }) => severity === "error");
  } catch (error) {
    if (error instanceof PaddockError) return true;
    throw error;
  }
}

t.test("what a launch refuses, a check finds: random labels", (test) => {
  const counts = { refused: 0, fine: 0 };
  assert(
    property(labelRest, boolean(), (rest, isEscaped) => {
      const value = `podman run ${rest} ${TAG}`;
      const line = isEscaped
        ? labelLine(value)
        : `LABEL run="${value.replaceAll(/[\\"]/g, "\\$&")}"\n`;
      const text = `${DROPS}${line}`;
      const refused = isRefused(text);
      counts[refused ? "refused" : "fine"] += 1;
      const errors = checkContainerfile(subject(text)).filter(
        ({ severity }) => severity === "error",
      );
      if (refused) test.ok(errors.length > 0, text);
    }),
    { numRuns: 500, seed: 11 },
  );
  test.ok(counts.refused > 50 && counts.fine > 5);
  test.end();
});

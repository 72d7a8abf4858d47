import { readFileSync } from "node:fs";
import t from "tap";
import {
  evaluateImage,
  evaluateLabels,
  type EvaluationOptions,
} from "../../lib/containerfile/evaluate-image.ts";
import { parseContainerfile } from "../../lib/containerfile/parse.ts";
import { PaddockError } from "../../lib/errors.ts";

const FIXTURES = new URL("../fixtures/", import.meta.url);

function fixture(path: string): string {
  return readFileSync(new URL(path, FIXTURES), "utf8");
}

function labelsOf(text: string, options: EvaluationOptions = {}): Record<string, string> {
  return Object.fromEntries(
    evaluateLabels(parseContainerfile(text), options).map(({ key, value }) => [key, value]),
  );
}

function refusalOf(text: string, options: EvaluationOptions = {}): string {
  try {
    evaluateImage(parseContainerfile(text), options);
  } catch (error) {
    if (error instanceof PaddockError && error.code === "containerfile-invalid")
      return error.message;
    throw error;
  }
  return "accepted";
}

interface Stored {
  readonly labels?: Readonly<Record<string, string>>;
  readonly error?: string;
}

t.test("what Podman 5.4.2 stored for the cases", (test) => {
  const stored = new Map<string, Stored>(
    Object.entries(JSON.parse(fixture("labels-podman-5.4.2.json"))),
  );
  const positions: Readonly<Record<string, string>> = {
    A27: "a comment after LABEL at line 2, column 30",
    A34: "a heredoc as a value, which no builder reads at line 2, column 11",
    A35: "file uses CR line ends at line 1, column 13",
    A36: 'a " without its end at line 2, column 11',
    B15: "LABEL with a key and no value at line 2, column 7",
  };
  for (const [id, { labels }] of stored) {
    const text = fixture(`cases/${id}/Containerfile`);
    if (labels === undefined)
      test.equal(refusalOf(text), positions[id], `${id} is refused where it is wrong`);
    else test.strictSame(labelsOf(text), labels, `${id} agrees`);
  }
  test.ok(stored.size > 25, "the record was read");
  test.end();
});

t.test("A19 keys that differ only by case are both there", (test) => {
  const base = evaluateImage(parseContainerfile(fixture("cases/A19/Containerfile.base")));
  const baseLabels = Object.fromEntries(base.labels.map(({ key, value }) => [key, value]));
  const labels = evaluateLabels(parseContainerfile(fixture("cases/A19/Containerfile")), {
    baseLabels,
  });
  test.strictSame(
    labels.map(({ key, value, stage }) => [key, value, stage]),
    [
      ["run", "podman run BASE IMAGE", undefined],
      ["RUN", "podman run CHILD IMAGE", 0],
    ],
  );
  test.end();
});

t.test("A20 an empty value of the child hides the base's", (test) => {
  const baseLabels = labelsOf(fixture("cases/A20/Containerfile.base"));
  test.strictSame(labelsOf(fixture("cases/A20/Containerfile"), { baseLabels }), { run: "" });
  test.end();
});

t.test("A21 a trigger of ONBUILD is no label of its own image", (test) => {
  test.strictSame(labelsOf(fixture("cases/A21/Containerfile.base")), {});
  test.end();
});

t.test("A18 the last of two run labels wins, with its range", (test) => {
  const [label] = evaluateLabels(parseContainerfile(fixture("cases/A18/Containerfile")));
  test.match(label, {
    key: "run",
    value: "podman run TWO IMAGE",
    stage: 0,
    range: { start: { line: 3, column: 7 } },
  });
  test.end();
});

t.test("B16 a second FROM of the same name stands on the first", (test) => {
  const text = "FROM a AS a\nLABEL x=1\nFROM a AS a\nLABEL run=r\n";
  test.strictSame(labelsOf(text, { baseLabels: { below: "b" } }), { below: "b", x: "1", run: "r" });
  test.strictSame(labelsOf(fixture("cases/B16/Containerfile")), { run: "podman run IMAGE" });
  test.end();
});

const SCOPES: readonly (readonly [string, string, Record<string, string>, EvaluationOptions?])[] = [
  [
    "an ARG before FROM is empty in a stage that does not redeclare it",
    "ARG A=1\nFROM scratch\nLABEL l=x$A",
    { l: "x" },
  ],
  [
    "an ARG before FROM is known after ARG NAME",
    "ARG A=1\nFROM scratch\nARG A\nLABEL l=$A",
    { l: "1" },
  ],
  [
    "a default of the stage hides the one before FROM",
    "ARG A=1\nFROM scratch\nARG A=2\nLABEL l=$A",
    { l: "2" },
  ],
  ["ARG NAME keeps an earlier default", "FROM scratch\nARG A=2\nARG A\nLABEL l=$A", { l: "2" }],
  [
    "a build argument hides every default",
    "ARG A=1\nFROM scratch\nARG A=2\nLABEL l=$A",
    { l: "v" },
    { buildArgs: { A: "v" } },
  ],
  [
    "a build argument needs an ARG",
    "FROM scratch\nLABEL l=$A",
    { l: "" },
    { buildArgs: { A: "v" } },
  ],
  [
    "a build argument is not expanded",
    "FROM scratch\nARG A\nLABEL l=$A",
    { l: "$B" },
    { buildArgs: { A: "$B" } },
  ],
  [
    "a proxy needs no ARG",
    "FROM scratch\nLABEL l=$http_proxy",
    { l: "p" },
    { buildArgs: { http_proxy: "p" } },
  ],
  ["ENV hides ARG, in whichever order", "FROM scratch\nENV A=e\nARG A=a\nLABEL l=$A", { l: "e" }],
  [
    "an ARG of one stage is empty in the next",
    "FROM scratch AS a\nARG A=1\nFROM a\nLABEL l=x$A",
    { l: "x" },
  ],
  [
    "an ENV of one stage is known in a stage on it",
    "FROM scratch AS a\nENV A=1\nFROM a\nLABEL l=$A",
    { l: "1" },
  ],
  [
    "names of one instruction do not see each other",
    "FROM scratch\nENV A=1 B=$A\nLABEL l=x$B",
    { l: "x" },
  ],
  [
    "PATH is there on scratch",
    "FROM scratch\nLABEL l=$PATH",
    { l: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" },
  ],
  [
    "the base's environment is known",
    "FROM b\nLABEL l=$A",
    { l: "e" },
    { baseEnvironment: { A: "e" } },
  ],
  [
    "the platform is known where it is said",
    "FROM scratch\nARG TARGETARCH=x\nLABEL l=$TARGETARCH",
    { l: "arm64" },
    { platform: "linux/arm64/v8" },
  ],
  [
    "the target by name",
    "FROM scratch AS a\nLABEL l=1\nFROM scratch\nLABEL l=2",
    { l: "1" },
    { target: "a" },
  ],
  [
    "the target by number",
    "FROM scratch\nLABEL l=1\nFROM scratch\nLABEL l=2",
    { l: "1" },
    { target: "0" },
  ],
  ["a stage by number", "FROM scratch\nLABEL l=1\nFROM 0\nLABEL m=2", { l: "1", m: "2" }],
  ["a quoted image name", 'FROM "scratch"\nLABEL l=1', { l: "1" }],
  [
    "several forms in one ENV",
    "FROM scratch\nENV A=1 B='b c'\nENV C d  e\nLABEL l=\"$A$B$C\"",
    { l: "1b cd  e" },
  ],
  [
    "an ENV value with a dollar sign stays as it is for a later stage",
    "FROM scratch AS a\nENV A='$B'\nENV B=1\nFROM a\nLABEL l=$A",
    { l: "$B" },
  ],
  [
    "a backtick continues, and a backslash still escapes a dollar sign",
    '# escape=`\nFROM scratch\nLABEL l="a`\n b\\$C`$D"',
    { l: "a b$C`" },
  ],
];
for (const [name, text, labels, options] of SCOPES) {
  t.test(name, (test) => {
    test.strictSame(labelsOf(text, options), labels);
    test.end();
  });
}

const REFUSED: readonly (readonly [string, string, string, EvaluationOptions?])[] = [
  [
    "an unknown target",
    "FROM scratch AS a",
    "the target is no stage of the Containerfile",
    { target: "b" },
  ],
  [
    "a required variable without text",
    "FROM scratch\nLABEL a=1 \\\n l=${A:?}",
    "A is required and empty at line 3, column 4",
  ],
  [
    "a base that is empty",
    "FROM $A",
    "an image name in doubt (no ARG or ENV in scope defines A, so the build leaves it empty) at line 1, column 6",
  ],
  [
    "a number that is no stage",
    "FROM 0",
    "a stage number that is no earlier stage without a name at line 1, column 6",
  ],
  [
    "a third stage of one name",
    "FROM a AS a\nFROM a AS a\nFROM a AS a",
    "a second stage of one name at line 3, column 11",
  ],
  [
    "a stage called scratch",
    "FROM a AS scratch",
    "a stage name that is not plain at line 1, column 11",
  ],
  [
    "a platform given a value",
    "FROM scratch\nARG TARGETPLATFORM=x",
    "ARG TARGETPLATFORM with a value, which only the builder may set at line 2, column 5",
  ],
  [
    "an ENV whose name expands to nothing",
    "FROM scratch\nENV $A=1",
    "an ENV name that expands to nothing or holds a = at line 2, column 5",
  ],
  [
    "a word of another instruction that does not expand",
    "FROM scratch\nWORKDIR /${A",
    "${A, a form that is not read at line 2, column 9",
  ],
];
for (const [name, text, message, options] of REFUSED) {
  t.test(`refused: ${name}`, (test) => {
    test.equal(refusalOf(text, options), message);
    test.end();
  });
}

t.test("A38 the text of a required variable is stored, and doubted", (test) => {
  const [label] = evaluateLabels(parseContainerfile(fixture("cases/A38/Containerfile")));
  test.match(label?.doubts, [{ message: /^PIDS is required and empty/ }]);
  test.end();
});

const UNDEFINED = (name: string): string =>
  `no ARG or ENV in scope defines ${name}, so the build leaves it empty`;
const DOUBTED: readonly (readonly [string, string, string[]])[] = [
  [
    "A04 a variable that nothing defines",
    fixture("cases/A04/Containerfile"),
    [`release: ${UNDEFINED("DISTTAG")}`],
  ],
  [
    "B03 an ARG before FROM that is not redeclared",
    fixture("cases/B03/Containerfile"),
    [`run: ${UNDEFINED("MEM")}`],
  ],
  ["through another variable", "FROM scratch\nENV A=$B\nLABEL l=${A}", [`l: ${UNDEFINED("B")}`]],
  [
    "an empty variable with a default is no doubt",
    "FROM scratch\nLABEL l=${A:-x}${B:+y} m=\\$C",
    [],
  ],
  [
    "the platform where nobody said it",
    "FROM scratch\nARG TARGETOS\nLABEL l=$TARGETOS",
    ["l: TARGETOS depends on the platform of the build, which is not known here"],
  ],
];
for (const [name, text, doubts] of DOUBTED) {
  t.test(`doubted: ${name}`, (test) => {
    const labels = evaluateLabels(parseContainerfile(text));
    test.strictSame(
      labels.flatMap((label) => label.doubts.map(({ message }) => `${label.key}: ${message}`)),
      doubts,
    );
    test.end();
  });
}

t.test("the environment that a child starts from", (test) => {
  const text = "FROM b\nENV A=1 PATH=/p:$PATH\nARG C=3\nENV A=2$C";
  const { environment } = evaluateImage(parseContainerfile(text), {
    baseEnvironment: { PATH: "/base", X: "x" },
  });
  test.strictSame(environment, { PATH: "/p:/base", X: "x", A: "23" });
  test.end();
});

t.test("a fault in a stage that the target does not need is not looked at", (test) => {
  test.strictSame(labelsOf("FROM scratch AS a\nLABEL l=${A:?}\nFROM scratch\nLABEL m=1"), {
    m: "1",
  });
  test.equal(
    refusalOf("FROM scratch AS a\nLABEL l=${A:?}\nFROM scratch\nCOPY --from=a /x /y\n"),
    "A is required and empty at line 2, column 9",
  );
  test.end();
});

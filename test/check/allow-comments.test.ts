import t from "tap";
import { checkContainerfile } from "../../lib/check/check-containerfile.ts";
import { rows, subject } from "./subject-for-tests.ts";

const SECRET = "ENV API_KEY=abcdefgh";

/** The lines above the ENV, and what is found. */
const COMMENTS: readonly (readonly [
  name: string,
  above: readonly string[],
  found: readonly string[],
])[] = [
  [
    "a rule with its reason",
    ["# paddock: allow secret-in-image -- it is a test"],
    ["3:5 allowed secret-in-image API_KEY=abcdefgh"],
  ],
  [
    "among other comments, indented",
    ["# one", "  #paddock:  allow   secret-in-image   --  it is a test", "# two"],
    ["5:5 allowed secret-in-image API_KEY=abcdefgh"],
  ],
  [
    "without a reason",
    ["# paddock: allow secret-in-image"],
    [
      "2:1 error allow-comment # paddock: allow secret-in-image",
      "3:5 error secret-in-image API_KEY=abcdefgh",
    ],
  ],
  [
    "with an empty reason",
    ["# paddock: allow secret-in-image --  "],
    [
      "2:1 error allow-comment # paddock: allow secret-in-image --",
      "3:5 error secret-in-image API_KEY=abcdefgh",
    ],
  ],
  [
    "an unknown rule",
    ["# paddock: allow secrets -- it is a test"],
    [
      "2:1 error allow-comment # paddock: allow secrets -- it is a test",
      "3:5 error secret-in-image API_KEY=abcdefgh",
    ],
  ],
  [
    "no rule",
    ["# paddock: allow -- it is a test"],
    [
      "2:1 error allow-comment # paddock: allow -- it is a test",
      "3:5 error secret-in-image API_KEY=abcdefgh",
    ],
  ],
  [
    "two rules, of which one is not broken",
    ["# paddock: allow secret-in-image, proxy-in-image -- it is a test"],
    [
      "2:1 warning unused-allow # paddock: allow secret-in-image, proxy-in-image -- it is a test",
      "3:5 allowed secret-in-image API_KEY=abcdefgh",
    ],
  ],
  [
    "an empty line in between",
    ["# paddock: allow secret-in-image -- it is a test", ""],
    ["4:5 error secret-in-image API_KEY=abcdefgh"],
  ],
];
for (const [name, above, found] of COMMENTS) {
  t.test(name, async (test) => {
    const text = ["FROM scratch", ...above, SECRET, "LABEL run=", ""].join("\n");
    const notes = / note blank-run-label /;
    test.strictSame(
      rows(text).filter((row) => !notes.test(`${row} `)),
      found,
    );
  });
}

t.test("a comment is for one instruction", async (test) => {
  const text = `FROM scratch\n# paddock: allow secret-in-image -- a test\n${SECRET}\nENV MY_TOKEN=abcdefgh\nLABEL run=\n`;
  test.strictSame(rows(text).slice(0, 2), [
    "3:5 allowed secret-in-image API_KEY=abcdefgh",
    "4:5 error secret-in-image MY_TOKEN=abcdefgh",
  ]);
  const [finding] = checkContainerfile(subject(text));
  test.match(finding, { severity: "error", allowed: "a test" });
});

t.test("above FROM, in the first line, after a byte order mark", async (test) => {
  const text = "\uFEFF# paddock: allow no-run-label -- a base\nFROM scratch\n";
  test.strictSame(rows(text), ["2:6 allowed no-run-label scratch"]);
});

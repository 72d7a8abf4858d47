import t from "tap";
import { checkContainerfile } from "../../../lib/check/check-containerfile.ts";
import { DROPS, labelLine, quietFile, rows, subject, TAG } from "../subject-for-tests.ts";

/** What stands in the launch, what is found, and the advice. */
const WORDS: readonly (readonly [words: string, found: readonly string[], fix?: string])[] = [
  ["--memroy=2g", ["error unknown-flag --memroy"], "Did you mean --memory?"],
  [
    "--memroy 2g --cap_drop ALL",
    ["error unknown-flag --memroy", "error unknown-flag --cap_drop"],
    "Did you mean --memory?",
  ],
  [
    "--privileged --nwtwork host",
    [
      "error privileged --privileged",
      "error unknown-flag --nwtwork",
      "error network --nwtwork host",
    ],
  ],
  [
    "--frobnicate=1 --privileged",
    ["error unknown-flag --frobnicate", "error privileged --privileged"],
  ],
  // Whether the next word is its value cannot be known, so what comes after is not judged.
  ["--frobnicate --privileged", ["error unknown-flag --frobnicate"]],
  ["-rm", ["error unknown-flag -rm"], "Did you mean --rm? What is not understood is not launched."],
  [
    "-net=host",
    ["error unknown-flag -net=host"],
    "Did you mean --net? What is not understood is not launched.",
  ],
  ["-Z", ["error unknown-flag -Z"]],
  ["--init=maybe", ["error flag-value --init=maybe"]],
  [`--network=pasta:a,b --cap-add "'a\\"b'"`, [`error flag-value --cap-add \\"'a\\\\\\"b`]],
];
for (const [words, found, fix] of WORDS) {
  t.test(words, async (test) => {
    const text = quietFile(words);
    test.strictSame(
      rows(text).map((row) => row.slice(row.indexOf(" ") + 1)),
      found,
    );
    if (fix !== undefined) test.equal(checkContainerfile(subject(text))[0]?.fix, fix);
  });
}

const LABELS: readonly (readonly [value: string, found: readonly string[]])[] = [
  [`docker ps ${TAG}`, ["3:12 error not-podman-run docker ps"]],
  [`podman exec ${TAG}`, ["3:12 error not-podman-run podman exec"]],
  ["podman", ["3:12 error not-podman-run podman"]],
  ["podman run --rm", ["3:7 error no-image run"]],
  ["podman run --name", ["3:23 error flag-value --name", "3:7 error no-image run"]],
  [`podman run --rm 'x ${TAG}`, [`3:28 error label-quotes '`]],
  ["podman run x\\", ["3:24 error label-quotes \\\\"]],
];
for (const [value, found] of LABELS) {
  t.test(value, async (test) => {
    test.strictSame(rows(`${DROPS}${labelLine(value)}`).toSorted(), [...found].toSorted());
  });
}

t.test("a flag over a continuation is found where it begins", async (test) => {
  const text = `${DROPS}LABEL run="podman run --rm \\\n  # a comment\n  --memroy=2g \\\n  ${TAG}"\n`;
  test.ok(rows(text).includes("5:3 error unknown-flag --memroy"));
});

t.test("another image than the profile's", async (test) => {
  const image = "docker.io/library/x";
  test.match(rows(quietFile("", image)), [/^3:\d+ error image docker.io\/library\/x$/]);
  test.strictSame(rows(quietFile("", image), { image: undefined }), []);
});

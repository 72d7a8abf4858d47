import t from "tap";
import { main } from "../../lib/cli.ts";
import { testWorld } from "../host-for-tests.ts";
import type { WorldOptions } from "../host-for-tests.ts";

const OWN = "home/.config/paddock/profiles";
const BAD = `FROM scratch
LABEL run="podman run --name $NAME --memroy 2g localhost/paddock:mine"
`;
const CLEAN = "FROM scratch\n# paddock: allow blank-run-label -- a base\nLABEL run=\n";

function world(test: Parameters<typeof testWorld>[0], text: string, options: WorldOptions = {}) {
  return testWorld(test, {
    columns: 80,
    ...options,
    files: { [`${OWN}/mine/Containerfile`]: text, ...options.files },
  });
}

t.test("text: one block a finding, within the terminal, and a sum", async (test) => {
  const { host, root, answered, said } = world(test, BAD);
  test.equal(await main(["check", "mine"], host), 1);
  const text = answered();
  test.match(text, `mine: ${root}/${OWN}/mine/Containerfile\n`);
  test.match(
    text,
    `  2:30    error    build-variable
        $NAME is filled in when the image is built, and becomes nothing there.
        -> Write \\$NAME.
`,
  );
  test.match(text, "podman run has no flag --memroy.\n        -> Did you mean --memory?\n");
  test.match(text, /\n1 file: 3 errors, 7 warnings, 0 notes; --fix mends 1; see docs\/rules.md\n$/);
  const lines = text.split("\n").filter((line) => !line.includes(root));
  test.strictSame(
    lines.filter((line) => line.length > 80),
    [],
  );
  test.equal(said(), "");
});

t.test("what is allowed is shown with its reason, and ends 0", async (test) => {
  const { host, answered } = world(test, CLEAN);
  test.equal(await main(["check"], host), 0);
  test.match(
    answered(),
    `  3:7     allowed  blank-run-label
        The label run is empty: this image cannot be launched.
        -- a base

1 file: 0 errors, 0 warnings, 0 notes; 1 allowed
`,
  );
});

t.test("--format json", async (test) => {
  const { host, root, answered } = world(test, BAD);
  test.equal(await main(["check", "--format", "json"], host), 1);
  const answer = JSON.parse(answered());
  test.match(answer, { errors: 3, warnings: 7, notes: 0, allowed: 0, mended: 0 });
  test.equal(answer.files.length, 1);
  test.match(answer.files[0], { path: `${root}/${OWN}/mine/Containerfile`, profile: "mine" });
  const finding = answer.files[0].findings.find(
    ({ rule }: { rule: string }) => rule === "build-variable",
  );
  test.strictSame(finding, {
    rule: "build-variable",
    severity: "error",
    message: "$NAME is filled in when the image is built, and becomes nothing there.",
    fix: "Write \\$NAME.",
    page: "docs/rules.md#build-variable",
    line: 2,
    column: 30,
    endLine: 2,
    endColumn: 35,
    mendable: true,
  });
});

t.test("--format sarif: paths from where one stands, as addresses", async (test) => {
  const here = { "home/project/a b/Containerfile": "FROM scratch\nLABEL run=\n" };
  const { host, root, answered } = world(test, BAD, { files: here });
  const uri = async (words: readonly string[]): Promise<string> => {
    await main(["check", "--format=sarif", ...words], host);
    const [{ results }] = JSON.parse(answered()).runs;
    return results[0].locations[0].physicalLocation.artifactLocation.uri;
  };
  test.equal(await uri(["--file", "a b/Containerfile"]), "a%20b/Containerfile");
  test.equal(await uri(["mine"]), `file://${root}/${OWN}/mine/Containerfile`);
});

t.test("--fix says what it mended, and what is left", async (test) => {
  const { host, answered } = world(test, BAD);
  test.equal(await main(["check", "--fix"], host), 1);
  const text = answered();
  test.match(text, "  2:30    mended   build-variable\n");
  test.match(text, "unknown-flag");
  test.match(text, /\n1 file: 1 error, 7 warnings, 0 notes; 1 mended; see docs\/rules.md\n$/);
});

t.test("a file that cannot be parsed is a finding, with line and column", async (test) => {
  const { host, answered } = world(test, 'FROM scratch\nLABEL run="x\n');
  test.equal(await main(["check"], host), 1);
  test.match(answered(), "  2:11    error    syntax\n");
});

t.test("what cannot be done ends 2", async (test) => {
  const { host, said } = world(test, BAD);
  test.equal(await main(["check", "none"], host), 2);
  test.match(said(), "There is no profile");
  test.equal(await main(["check", "--file", "none"], host), 2);
  test.match(said(), "There is no file none.");
  test.equal(await main(["check", "mine", "--file", "x"], host), 2);
  test.match(said(), "Give one of the two.");
  test.equal(await main(["check", "--format", "xml"], host), 2);
});

t.test("what a file says cannot act on the terminal", async (test) => {
  const { host, answered } = world(test, 'FROM scratch\nLABEL run="podman run --x\u001B[2Jy z"\n');
  test.equal(await main(["check"], host), 1);
  test.notMatch(answered(), "\u001B");
});

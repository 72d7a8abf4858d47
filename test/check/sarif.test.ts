import { readFileSync } from "node:fs";
import Ajv from "ajv-draft-04";
import addFormats from "ajv-formats";
import t from "tap";
import { checkContainerfile } from "../../lib/check/check-containerfile.ts";
import { RULES } from "../../lib/check/rule-table.ts";
import { sarifLog } from "../../lib/check/sarif.ts";
import { caseFile, subject } from "./subject-for-tests.ts";

const SCHEMA = JSON.parse(
  readFileSync(new URL("../fixtures/sarif/sarif-2.1.0-rtm.5.json", import.meta.url), "utf8"),
) as object;

/** What is wrong with a log by the published schema. */
function complaints(log: unknown): unknown {
  const ajv = new Ajv.default({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats.default(ajv);
  const validate = ajv.compile(SCHEMA);
  return validate(log) ? [] : validate.errors;
}

const ALLOWED = `FROM scratch
# paddock: allow secret-in-image -- it is the test's
ENV API_KEY=abcdefgh
`;

function logOf(texts: readonly string[]): object {
  const files = texts.map((text, index) => ({
    path: `/p/${String(index)}/Containerfile`,
    profile: undefined,
    text,
    findings: checkContainerfile(subject(text)),
    mended: [],
  }));
  return sarifLog(files, { uriOf: (path) => `file://${path}`, version: "1.2.3" });
}

t.test("a log of every kind of finding is valid by the published schema", async (test) => {
  const log = logOf([...["A05", "A08", "A26", "A36", "C01"].map((id) => caseFile(id)), ALLOWED]);
  test.strictSame(complaints(log), []);
  test.strictSame(complaints(logOf([])), []);
});

t.test("the schema refuses what is no log", async (test) => {
  test.notSame(complaints({ ...logOf([]), version: "2.0.0" }), []);
  test.notSame(complaints({ version: "2.1.0", runs: [{ results: [] }] }), []);
});

t.test("a result names its rule, place, fix and exception", async (test) => {
  const text = 'FROM scratch\nLABEL run="podman run --name $NAME localhost/paddock:latest"\n';
  const log = JSON.parse(JSON.stringify(logOf([text, ALLOWED])));
  const [{ results, tool }] = log.runs;
  const ids = Object.keys(RULES);
  test.strictSame(
    tool.driver.rules.map(({ id }: { id: string }) => id),
    ids,
  );
  const result = results.find(({ ruleId }: { ruleId: string }) => ruleId === "build-variable");
  const artifactLocation = { uri: "file:///p/0/Containerfile" };
  test.match(result, {
    ruleIndex: ids.indexOf("build-variable"),
    level: "error",
    locations: [
      {
        physicalLocation: {
          artifactLocation,
          region: { startLine: 2, startColumn: 30, endLine: 2, endColumn: 35 },
        },
      },
    ],
    fixes: [
      {
        artifactChanges: [
          {
            artifactLocation,
            replacements: [
              {
                deletedRegion: { startLine: 2, startColumn: 30, endLine: 2, endColumn: 30 },
                insertedContent: { text: "\\" },
              },
            ],
          },
        ],
      },
    ],
  });
  test.notOk("suppressions" in result);
  const allowed = results.find(({ ruleId }: { ruleId: string }) => ruleId === "secret-in-image");
  test.strictSame(allowed.suppressions, [{ kind: "inSource", justification: "it is the test's" }]);
  test.notMatch(JSON.stringify(log), "abcdefgh");
});

import t from "tap";
import { checkContainerfile } from "../../../../lib/check/check-containerfile.ts";
import { rows, subject } from "../../subject-for-tests.ts";

const RULES = /(?:secret|proxy)-in-image/;

const LINES: readonly (readonly [line: string, found: readonly string[]])[] = [
  ["ENV ANTHROPIC_API_KEY=abc123def", ["2:5 error secret-in-image ANTHROPIC_API_KEY=abc123def"]],
  ["ARG NPM_TOKEN=abc123def", ["2:5 error secret-in-image NPM_TOKEN=abc123def"]],
  [
    "ENV A=b X=ghp_abcdefghijklmnopqrstuvwxyz",
    ["2:9 error secret-in-image X=ghp_abcdefghijklmnopqrstuvwxyz"],
  ],
  ["ENV DB_PASSWORD=hunter22", ["2:5 error secret-in-image DB_PASSWORD=hunter22"]],
  ["ARG NPM_TOKEN", []],
  ["ARG NPM_TOKEN=", []],
  ["ENV NPM_TOKEN=$OTHER", []],
  ["ENV TOKEN=/run/secrets/token", []],
  ["ENV SSL_CERT_FILE=/etc/ssl/x.crt KEYBOARD=us MAX_TOKENS=4", []],
  [
    "ENV HTTPS_PROXY=http://me:pass@proxy:3128",
    ["2:5 error proxy-in-image HTTPS_PROXY=http://me:pass@proxy:3128"],
  ],
  ["ENV https_proxy=http://proxy:3128", []],
];
for (const [line, found] of LINES) {
  t.test(line, async (test) => {
    test.strictSame(
      rows(`FROM scratch\n${line}\n`).filter((row) => RULES.test(row)),
      found,
    );
  });
}

t.test("before the first FROM, and in a stage that is not in the image", async (test) => {
  const text = "ARG A_TOKEN=abcdefgh\nFROM scratch\nENV B_TOKEN=abcdefgh\nFROM scratch\n";
  test.strictSame(
    rows(text).filter((row) => RULES.test(row)),
    ["1:5 error secret-in-image A_TOKEN=abcdefgh"],
  );
});

t.test("the secret itself is in no message", async (test) => {
  const findings = checkContainerfile(subject("FROM scratch\nENV API_KEY=verysecretvalue\n"));
  test.match(
    findings.map(({ rule }) => rule),
    ["no-run-label", "secret-in-image"],
  );
  test.notMatch(findings.map(({ message, fix }) => message + fix).join(" "), "verysecretvalue");
});

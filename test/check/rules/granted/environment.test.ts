import t from "tap";
import { checkContainerfile } from "../../../../lib/check/check-containerfile.ts";
import { quietFile, rows, subject } from "../../subject-for-tests.ts";

const WORDS: readonly (readonly [words: string, found: readonly string[]])[] = [
  ["-e A=b", []],
  [
    "-e OPENAI_API_KEY=sk-abcdefghijklmnopqrst",
    ["error secret-in-label -e OPENAI_API_KEY=sk-abcdefghijklmnopqrst"],
  ],
  [
    "--env=X=ghp_abcdefghijklmnopqrstuvwxyz",
    ["error secret-in-label --env=X=ghp_abcdefghijklmnopqrstuvwxyz"],
  ],
  ["-e GH_TOKEN", ["note environment -e GH_TOKEN", "warning secret-passed -e GH_TOKEN"]],
  ["-e GH_TOKEN=", []],
  [
    "-e HTTP_PROXY=http://u:p@proxy:3128",
    ["error proxy-credentials -e HTTP_PROXY=http://u:p@proxy:3128"],
  ],
  ["-e https_proxy=http://proxy:3128", []],
  ["-e SSH_AUTH_SOCK=/agent", ["warning agent-socket -e SSH_AUTH_SOCK=/agent"]],
  ["--tmpfs /tmp:noexec", ["warning noexec-tmp --tmpfs /tmp:noexec"]],
  ["--tmpfs /tmp:noexec -e BUN_TMPDIR=/home/x", []],
  ["--tz=local", ["note tz-local --tz=local"]],
  ["--tz=Europe/Berlin", []],
];
for (const [words, found] of WORDS) {
  t.test(words, async (test) => {
    const all = rows(quietFile(words));
    test.strictSame(
      all.map((row) => row.slice(row.indexOf(" ") + 1)),
      found,
    );
  });
}

t.test("F01 the image's environment, or its entrypoint, can name the folder", async (test) => {
  const text = quietFile("--tmpfs /tmp:noexec");
  test.strictSame(rows(text.replace("ENTRYPOINT", "ENV BUN_TMPDIR=/x\nENTRYPOINT")), []);
  const context = new Map([["s", "setpriv\nexport BUN_TMPDIR=/x"]]);
  const script = text.replace(/ENTRYPOINT.*/, 'COPY s /\nENTRYPOINT ["/s"]');
  test.strictSame(rows(script, { readContext: (path) => context.get(path) }), []);
});

t.test("no secret is in a message", async (test) => {
  const text = quietFile("-e API_KEY=verysecretvalue -e HTTP_PROXY=http://u:verysecretvalue@p");
  const findings = checkContainerfile(subject(text));
  test.equal(findings.length, 2);
  test.notMatch(findings.map(({ message, fix }) => message + fix).join(" "), "verysecretvalue");
});

import t from "tap";
import { parseContainerfile } from "../../../lib/containerfile/parse.ts";
import { findPinComments } from "../../../lib/upgrade/pins/pin-comments.ts";

const NPM = "# renovate: datasource=npm depName=";

const cases: Record<string, [text: string, comments: unknown[]]> = {
  "before the first FROM and at the end": [
    `${NPM}a\nARG A=1 B\nARG C\nFROM x\n${NPM}b`,
    [
      ["a", 1, ["A", "B", "C"]],
      ["b", 5, []],
    ],
  ],
  "the package that Renovate looks up, not the name that it shows": [
    `FROM x\n${NPM}shown packageName=@real/a versioning=npm\nARG A=1\n${NPM}shown lookupName=b\nARG B=1\n`,
    [
      ["@real/a", 2, ["A"]],
      ["b", 4, ["B"]],
    ],
  ],
  "another instruction ends what a comment stands above": [
    `FROM x\n${NPM}a\nARG A=1\nRUN b\nARG B=1\n`,
    [["a", 2, ["A"]]],
  ],
  "a comment of another datasource ends it too": [
    `FROM x\n${NPM}a\nARG A=1\n# renovate: datasource=pypi depName=b\nARG B=1\n`,
    [["a", 2, ["A"]]],
  ],
  "B13 a heredoc holds no comment": [`FROM x\nRUN <<E\n${NPM}a\nE\nARG A=1\n`, []],
  "B13 a continued instruction holds no comment, also after its last backslash": [
    `FROM x\nRUN a \\\n${NPM}a\n && b \\\n${NPM}b\n`,
    [],
  ],
  "a comment that only looks like one of Renovate's": [
    `FROM x\n# a renovate: datasource=npm depName=a\n# renovates: datasource=npm depName=a\nARG A=1\n`,
    [],
  ],
};
for (const [name, [text, comments]] of Object.entries(cases)) {
  t.test(name, (test) => {
    const found = findPinComments(parseContainerfile(text));
    test.strictSame(
      found.map((comment) => [
        comment.package,
        comment.line,
        comment.declarations.map((declaration) => declaration.name),
      ]),
      comments,
    );
    test.end();
  });
}

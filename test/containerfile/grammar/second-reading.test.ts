import t from "tap";
import { checkSecondReading } from "../../../lib/containerfile/grammar/second-reading.ts";
import { readContainerfile } from "../../../lib/containerfile/read-containerfile.ts";

function check(text: string): void {
  checkSecondReading(readContainerfile(text));
}

const AGREED: readonly (readonly [string, string])[] = [
  ["a plain file", "FROM a\n# c\nLABEL a=b \\\n # c\n\n c=d\nRUN <<E\nLABEL x=y\nE\n"],
  ["CR LF", "FROM a\r\nLABEL a=b \\\r\n c=d\r\n"],
  ["a byte order mark", "\uFEFFFROM a\nLABEL a=b"],
  ["a byte order mark and a directive", "\uFEFF# escape=`\nFROM a\nLABEL a=b `\n c=d"],
  ["A32 a keyword split", "FROM a\nLA\\\nBEL a=1\n   label b=1"],
];
for (const [name, text] of AGREED) {
  t.test(name, (test) => {
    test.doesNotThrow(() => check(text));
    test.end();
  });
}

const DIFFERENT: readonly (readonly [string, string])[] = [
  ["a comment between a keyword and its arguments", "FROM a\nLABEL\\\n# c\n a=1"],
  [
    "a directive that only one reader takes for one",
    "# syntax=x\n# escape=`\nFROM a\nLABEL a=b `\nRUN c",
  ],
];
for (const [name, text] of DIFFERENT) {
  t.test(`refused: ${name}`, (test) => {
    test.throws(() => check(text), { code: "containerfile-invalid" });
    test.end();
  });
}

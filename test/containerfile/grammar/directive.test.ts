import t from "tap";
import { escapeCharacter } from "../../../lib/containerfile/grammar/directive.ts";
import { rangeFinder } from "../../../lib/containerfile/text-range.ts";

const CASES: readonly (readonly [string, string, string])[] = [
  ["none", "FROM a", "\\"],
  ["a backtick", "# escape=`\nFROM a", "`"],
  ["a backslash", "# escape=\\\nFROM a", "\\"],
  ["blanks and case", "  #\tESCAPE = `\r\nFROM a", "`"],
  ["A24 behind a byte order mark", "\uFEFF# escape=`\nFROM a", "`"],
  ["only the first character counts", "#escape=`x", "`"],
  ["after a comment it is a comment", "# c\n# escape=`", "\\"],
  ["after a blank line it is a comment", "\n# escape=`", "\\"],
  ["another directive after it", "# escape=`\n# syntax=x", "`"],
];
for (const [name, text, escape] of CASES) {
  t.test(name, (test) => {
    test.equal(escapeCharacter(text, rangeFinder(text)), escape);
    test.end();
  });
}

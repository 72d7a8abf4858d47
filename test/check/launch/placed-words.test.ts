import t from "tap";
import { quietFile, rows, TAG } from "../subject-for-tests.ts";

const RULES = /shell-operator|odd-character/;

const WORDS: readonly (readonly [words: string, found: readonly string[], image?: string])[] = [
  ["", ["warning shell-operator &&"], `${TAG} first && second`],
  ["", ["warning shell-operator ;"], `${TAG} first ; second`],
  ["", ["warning shell-operator >", "warning shell-operator 2>&1"], `${TAG} a > log 2>&1`],
  ["", ["warning shell-operator |"], `${TAG} a | b`],
  ["", [], `${TAG} sh -c "'a && b > c; d'" a;b -> x`],
  ["-v “$PWD”:/w", ["error odd-character “", "error odd-character ”"]],
  ["–rm", ["error odd-character –"]],
  ["--hostname\u00A0x", ["error odd-character"]],
  ["--hostname x\u200B", ["error odd-character \u200B"]],
  ["-e A=\u202Eb", ["error odd-character \u202E"]],
  ["-e A=b–c -e B=é", []],
];
for (const [words, found, image] of WORDS) {
  t.test(`${words} ${image ?? ""}`, async (test) => {
    const all = rows(quietFile(words, image)).map((row) => row.slice(row.indexOf(" ") + 1));
    test.strictSame(
      all.filter((row) => RULES.test(row)),
      found,
    );
  });
}

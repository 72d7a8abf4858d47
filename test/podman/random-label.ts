import * as fc from "fast-check";

const TOKENS = ["IMAGE", "NAME", "=IMAGE", "=NAME", "IMAGE=IMAGE", "NAME=NAME"];
const VARIABLES = ["IMAGE", "NAME", "PWD", "HOME", "OPT1", "OPT2", "OPT3"].flatMap((name) => [
  `$${name}`,
  `\${${name}}`,
]);
const PLAIN = [
  "a",
  "run",
  "-v",
  "--rm",
  ":/w",
  "=",
  ",",
  "x",
  "0",
  "-",
  "*",
  "~",
  ";",
  "|",
  "é",
  "🙂",
  "\u00A0",
];
const BLANKS = [" ", "  ", "\t", "\n", "\r", " \n "];
const SPECIAL = ["'", '"', "\\", "#", "$", "{", "}", "(", "`", "\\$", "\\\\", "''", '""'];
const UNKNOWN = [
  "$USER",
  "$$",
  "$1",
  "${",
  "${}",
  "${X:-d}",
  "$(",
  "$PWDX",
  "$IMAGES",
  "$-",
  "${1}",
];

function soup(...parts: readonly (readonly string[])[]): fc.Arbitrary<string> {
  const choices = parts.map((part) => fc.constantFrom(...part));
  return fc.array(fc.oneof(...choices), { maxLength: 8 }).map((found) => found.join(""));
}

/** A word in which quotes of both rounds are mostly balanced. */
const segment = fc.oneof(
  soup(PLAIN, TOKENS, VARIABLES),
  soup(PLAIN, VARIABLES, ["#"]),
  soup(PLAIN, TOKENS, VARIABLES, BLANKS, ["'", "#"]).map((text) => `"${text}"`),
  soup(PLAIN, TOKENS, VARIABLES, BLANKS, ['"', "\\\\", "#"]).map((text) => `'${text}'`),
  soup(PLAIN, TOKENS, VARIABLES, BLANKS).map((text) => `\\"${text}\\"`),
  soup(PLAIN, TOKENS, VARIABLES, BLANKS, ["#"]).map((text) => `'"${text}"'`),
  soup(PLAIN, VARIABLES, BLANKS, ["#", "\\"]).map((text) => `"'${text}'"`),
  fc.constantFrom(...SPECIAL, ...UNKNOWN, ...TOKENS),
);
const word = fc.oneof(
  fc.constantFrom(...TOKENS, ...VARIABLES),
  fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("")),
);
const tidy = fc
  .array(fc.tuple(word, fc.constantFrom(...BLANKS)), { maxLength: 8 })
  .map((words) => words.flat().join(""));

/** What may stand after the program of a run label: half of it well formed, half of it soup. */
export const labelRest: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: tidy },
  { weight: 1, arbitrary: soup(PLAIN, TOKENS, VARIABLES, BLANKS, SPECIAL, UNKNOWN) },
);

/** A value as a directory or a person may have it, without a slash. */
export const oddValue: fc.Arbitrary<string> = fc
  .oneof(
    soup(PLAIN, BLANKS, SPECIAL, VARIABLES, TOKENS, ["$USER", "--privileged"]),
    fc.string({ unit: "grapheme-ascii", maxLength: 12 }),
  )
  .map((text) => text.replaceAll("/", "").slice(0, 60))
  .filter((text) => text !== "" && text !== "." && text !== "..");

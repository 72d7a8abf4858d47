import t from "tap";
import { markLabel } from "../../../lib/label/words/marked-text.ts";
import { scanReferences, type Reference } from "../../../lib/label/words/references.ts";

function shown(reference: Reference): string {
  if (reference.kind === "name") return `<${reference.name}>`;
  if (reference.kind !== "mark") return `<${reference.kind}!>`;
  return reference.mark.kind === "char" ? reference.mark.char : "<value>";
}

const rows: readonly [name: string, text: string, references: string][] = [
  ["a name", "a$PWD/b", "a<PWD>/b"],
  ["a braced name", "a${PWD}b", "a<PWD>b"],
  ["a name takes letters, digits and _", "$A_1-", "<A_1>-"],
  ["a name does not end at its known part", "$PWDX", "<PWDX>"],
  ["a special character is a name of one", "$$HOME", "<$>HOME"],
  ["a digit is a name of one", "$12", "<1>2"],
  ["a braced special character", "${$}${#}${1}", "<$><#><1>"],
  ["anything up to the brace is a name", "${X:-d e}", "<X:-d e>"],
  ["a braced number", "${12}", "<12>"],
  ["a $ at the end stays", "a$", "a$"],
  ["a $ before a blank, a quote, a slash or é stays", `$ $'$"$/$.$é`, `$ $'$"$/$.$é`],
  ["a $ before a parenthesis stays", "$(x)", "$(x)"],
  ["empty braces are malformed", "a${}b", "a<malformed!>b"],
  ["an open brace is malformed and only it is swallowed", "a${b", "a<malformed!>b"],
  ["a backslash escapes nothing here", "\\$PWD", "\\<PWD>"],
];

for (const [name, text, references] of rows) {
  t.test(name, (test) => {
    test.equal(scanReferences(markLabel(text)).map(shown).join(""), references);
    test.end();
  });
}

t.test("a name never runs into a value", (test) => {
  const value = { kind: "variable", variable: "NAME", at: 9 } as const;
  const glued: readonly [before: string, after: string, references: string][] = [
    ["$", "", "<glued!><value>"],
    ["$PWD", "", "<glued!>PWD<value>"],
    ["${", "}", "<glued!>{<value>}"],
    ["${A", "B}", "<glued!>{A<value>B}"],
    ["${PWD}", "", "<PWD><value>"],
    ["$PWD-", "", "<PWD>-<value>"],
    ["$$", "", "<$><value>"],
  ];
  for (const [before, after, references] of glued) {
    const text = [...markLabel(before), value, ...markLabel(after)];
    test.equal(scanReferences(text).map(shown).join(""), references);
  }
  test.end();
});

import { readdirSync, readFileSync } from "node:fs";
import t from "tap";
import { rulePage, RULES } from "../../lib/check/rule-table.ts";

const PAGE = readFileSync(new URL("../../docs/rules.md", import.meta.url), "utf8");

t.test("docs/rules.md says of each rule what the table says, in its order", async (test) => {
  const sections = PAGE.split("\n### ").slice(1);
  const documented = sections.map((section) => {
    const [name = "", , ...lines] = section.split("\n");
    const block = lines.filter((line) => line.startsWith("    ")).map((line) => line.trim());
    return `${name.trim()}: ${block.join(" ")}`;
  });
  test.strictSame(
    documented,
    Object.entries(RULES).map(
      ([name, { severity, why, fix }]) => `${name}: ${severity}: ${why} fix: ${fix}`,
    ),
  );
});

t.test("each rule has an anchor of its page", async (test) => {
  for (const name of Object.keys(RULES)) {
    test.match(name, /^[a-z]+(?:-[a-z]+)*$/);
    test.match(PAGE, `\n### ${name}\n`);
    test.equal(rulePage(name), `docs/rules.md#${name}`);
  }
});

t.test("each rule of a launch is in the table", async (test) => {
  const folder = new URL("../../lib/policy/rules/", import.meta.url);
  const files = readdirSync(folder, { encoding: "utf8", recursive: true });
  const names = files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => {
      const text = readFileSync(new URL(file, folder), "utf8");
      const written = /(?:rule: |(?:warn|note|refuse)\(\s*)"(?<name>[a-z-]+)"/g;
      return [...text.matchAll(written)].map((match) => match.groups?.["name"] ?? "");
    });
  test.ok(names.length > 40);
  test.strictSame(
    names.filter((name) => !Object.hasOwn(RULES, name)),
    [],
  );
});

import { readFileSync } from "node:fs";
import t from "tap";
import { evaluateLabels } from "../../lib/containerfile/evaluate-image.ts";
import { parseContainerfile } from "../../lib/containerfile/parse.ts";
import { containerfileTemplate } from "../../lib/profile/containerfile-template.ts";

function runLabel(text: string): string {
  const labels = evaluateLabels(parseContainerfile(text)).filter(({ key }) => key === "run");
  if (labels.length !== 1 || labels[0] === undefined) throw new Error("not one run label");
  t.same(labels[0].doubts, []);
  return labels[0].value;
}

function shipped(profile: string): string {
  const file = new URL(`../../profiles/${profile}/Containerfile`, import.meta.url);
  return readFileSync(file, "utf8");
}

/** What the shipped default grants, under other names. */
function asDefault(names: { hostname: string; home: string; tag: string }): string {
  return runLabel(shipped("default"))
    .replace("--hostname paddock-latest ", `--hostname ${names.hostname} `)
    .replace("/homes/default:", `/homes/${names.home}:`)
    .replace(/localhost\/paddock:latest$/, `localhost/paddock:${names.tag}`);
}

const long = "a".repeat(63);
for (const [name, names] of [
  ["rust", { hostname: "paddock-rust", home: "rust", tag: "rust" }],
  ["latest", { hostname: "paddock-latest", home: "default", tag: "latest" }],
  ["default", { hostname: "paddock-default", home: "default", tag: "latest" }],
  [long, { hostname: `paddock-${"a".repeat(55)}`, home: long, tag: long }],
] as const) {
  t.equal(runLabel(containerfileTemplate(name)), asDefault(names), `a new profile ${name}`);
}
for (const name of ["claude", "codex"]) {
  const names = { hostname: `paddock-${name}`, home: name, tag: name };
  t.equal(runLabel(shipped(name)), asDefault(names), `the shipped profile ${name}`);
}
for (const name of ["claude", "codex"]) {
  const guarded = runLabel(shipped("guarded")).replaceAll(
    /(?<=paddock-|homes\/|paddock:)guarded/g,
    `guarded-${name}`,
  );
  t.equal(runLabel(shipped(`guarded-${name}`)), guarded, `the shipped profile guarded-${name}`);
}
const [stage] = parseContainerfile(containerfileTemplate("rust")).stages;
t.equal(stage.from.image.text, "localhost/paddock-base:latest");

import t from "tap";
import { linkStages } from "../../../lib/containerfile/evaluation/stage-graph.ts";
import { parseContainerfile } from "../../../lib/containerfile/parse.ts";

const linked = (text: string): unknown[] =>
  linkStages(parseContainerfile(text), (name) =>
    name === "V" ? { value: "a", doubts: [] } : undefined,
  ).map(({ name, base, copies }): unknown[] => [name, base].concat(copies));
const image = (name: string): unknown => ({ kind: "image", name });

t.test("names and sources", (test) => {
  test.strictSame(
    linked(
      'FROM "scratch" AS $V\nFROM $V\nFROM 1\nFROM A\nCOPY --from=$V --from=0 --from=9x /a /b\nADD x /y\n',
    ),
    [
      ["a", { kind: "scratch" }],
      ["1", { kind: "stage", index: 0 }],
      ["2", { kind: "stage", index: 1 }],
      ["3", image("A"), { kind: "stage", index: 0 }, { kind: "stage", index: 0 }, image("9x")],
    ],
  );
  test.end();
});

t.test("a repeated name means the latest stage before", (test) => {
  test.strictSame(linked("FROM x AS a\nFROM y AS a\nFROM a"), [
    ["a", image("x")],
    ["a", image("y")],
    ["2", { kind: "stage", index: 1 }],
  ]);
  test.end();
});

const REFUSED: readonly (readonly [string, string])[] = [
  ["a variable that nothing defines", "FROM a$U"],
  ["a name that is a number", "FROM a AS 1"],
  ["a name with a variable that nothing defines", "FROM a AS b$U"],
  ["a copy from a number that is no stage", "FROM a\nCOPY --from=7 /a /b"],
  ["a copy from nothing", "FROM a\nRUN --mount=from= true"],
  ["a repeated name whose first stage needs another", "FROM a AS b\nFROM b AS c\nFROM a AS c"],
];
for (const [name, text] of REFUSED) {
  t.test(`refused: ${name}`, (test) => {
    test.throws(() => linked(text), { code: "containerfile-invalid" });
    test.end();
  });
}

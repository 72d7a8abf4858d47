import t from "tap";
import { planBuild } from "../../../lib/containerfile/evaluation/plan.ts";
import { parseContainerfile } from "../../../lib/containerfile/parse.ts";

const TEXT = "FROM x AS a\nFROM x AS unused\nFROM a\nFROM x\nCOPY --from=2 /x /y";
const CASES: readonly (readonly [string, string | undefined, number[]])[] = [
  ["the last stage and what it needs", undefined, [0, 2, 3]],
  ["an empty target is none", "", [0, 2, 3]],
  ["a target by name", "unused", [1]],
  ["a target by number", "2", [0, 2]],
];
for (const [name, target, indices] of CASES) {
  t.test(name, (test) => {
    const plan = planBuild(parseContainerfile(TEXT), target === undefined ? {} : { target });
    test.strictSame(
      plan.stages.map(({ stage }) => stage.index),
      indices,
    );
    test.equal(plan.target.stage.index, indices.at(-1));
    test.end();
  });
}

t.test("a namesake is built along, as the builder does", (test) => {
  const plan = planBuild(parseContainerfile("FROM x AS a\nFROM y AS a"), {});
  test.strictSame(
    plan.stages.map(({ stage }) => stage.index),
    [0, 1],
  );
  test.end();
});

t.test("an unknown target is refused", (test) => {
  for (const target of ["A", "4", "-1", "x"]) {
    test.throws(() => planBuild(parseContainerfile(TEXT), { target }), {
      code: "containerfile-invalid",
    });
  }
  test.end();
});

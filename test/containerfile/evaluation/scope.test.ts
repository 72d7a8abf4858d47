import t from "tap";
import { Scope } from "../../../lib/containerfile/evaluation/scope.ts";
import { rangeFinder } from "../../../lib/containerfile/text-range.ts";

const range = rangeFinder("")(0, 0);
const known = (value: string): { value: string; doubts: [] } => ({ value, doubts: [] });

t.test("ENV hides ARG, ARG of the stage hides the global one", (test) => {
  const scope = new Scope(
    {},
    new Map([
      ["A", known("global")],
      ["G", known("g")],
    ]),
    new Map([["E", known("e")]]),
  );
  test.equal(scope.lookup("A"), undefined);
  scope.declareArgument("A", undefined, range);
  test.equal(scope.lookup("A")?.value, "global");
  scope.declareArgument("A", known("own"), range);
  test.equal(scope.lookup("A")?.value, "own");
  scope.setEnvironment("A", known("env"), range);
  test.equal(scope.lookup("A")?.value, "env");
  test.equal(scope.lookup("E")?.value, "e");
  test.equal(scope.lookup("G"), undefined);
  test.strictSame([...scope.arguments.keys()], ["A"]);
  test.strictSame([...scope.environment.keys()], ["E", "A"]);
  test.end();
});

t.test("an inherited property of Object is no build argument", (test) => {
  const scope = new Scope({ buildArgs: {} }, new Map(), new Map());
  scope.declareArgument("toString", undefined, range);
  test.equal(scope.lookup("toString"), undefined);
  test.end();
});

t.test("a name that cannot be", (test) => {
  const scope = new Scope({}, new Map(), new Map());
  for (const name of ["", "a=b"]) {
    test.throws(() => scope.setEnvironment(name, known("1"), range), {
      code: "containerfile-invalid",
    });
  }
  test.throws(() => scope.declareArgument("BUILDPLATFORM", known("1"), range), {
    code: "containerfile-invalid",
  });
  test.end();
});

import t from "tap";
import { globalArguments } from "../../../lib/containerfile/evaluation/globals.ts";
import { parseContainerfile } from "../../../lib/containerfile/parse.ts";

t.test(
  "the ARGs before FROM see those before them, and build arguments hide their defaults",
  (test) => {
    const { globals } = parseContainerfile('ARG A=1\nARG B="$A$A" C\nARG D=$A\nFROM a\nARG E=1');
    const values = [...globalArguments(globals, { buildArgs: { D: "d", X: "x" } })].map(
      ([name, { value }]) => [name, value],
    );
    test.strictSame(values, [
      ["A", "1"],
      ["B", "11"],
      ["D", "d"],
    ]);
    test.end();
  },
);

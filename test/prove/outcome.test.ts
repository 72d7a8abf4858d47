import t from "tap";
import type { Control } from "../../lib/control/control.ts";
import { broken, holds, notEnforced, notMeasurable, stands } from "../../lib/prove/outcome.ts";

const control = (expected: Control["expected"]): Control => ({
  id: "kernel",
  promise: "",
  flags: [],
  expected,
});
const wall = control({ kind: "reach", place: "lan", reachable: false });
const grant = control({ kind: "reach", place: "lan", reachable: true });
const other = control({ kind: "own-kernel" });

t.test(
  "only what holds lets a launch stand, and a grant that there was nothing to try on",
  async (test) => {
    for (const each of [wall, grant, other]) {
      test.equal(stands({ control: each, outcome: holds("") }), true);
      test.equal(stands({ control: each, outcome: broken("") }), false);
      test.equal(stands({ control: each, outcome: notEnforced("") }), false);
      test.equal(stands({ control: each, outcome: notMeasurable("") }), each === grant);
    }
  },
);

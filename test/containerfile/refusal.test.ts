import t from "tap";
import { refusal, unknownTarget } from "../../lib/containerfile/refusal.ts";

t.test("a refusal says what, where and what to do", (test) => {
  test.match(refusal("a fault", { line: 3, column: 7 }, "Mend it."), {
    code: "containerfile-invalid",
    message: "a fault at line 3, column 7",
    fix: "Mend it.",
    status: 2,
  });
  test.end();
});

t.test("an unknown target lists the stages", (test) => {
  test.match(unknownTarget(["a", "1"]), {
    code: "containerfile-invalid",
    fix: "Name one of: a, 1.",
  });
  test.end();
});

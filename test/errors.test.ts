import tap from "tap";
import { EXIT_STATUS, PaddockError } from "../lib/errors.ts";

tap.test("an error of another copy of the class is one too: bundles have their own", (t) => {
  class Copy extends Error {
    override readonly name = "PaddockError";
  }
  t.ok(new Copy("x") instanceof PaddockError);
  t.ok(new PaddockError("failed", "x", { fix: "y" }) instanceof PaddockError);
  for (const other of [new Error("x"), { name: "PaddockError" }, undefined, "PaddockError"]) {
    t.notOk(other instanceof PaddockError);
  }
  t.end();
});

tap.test("the status is that of the code, or a child's own", (t) => {
  t.equal(new PaddockError("refused", "x", { fix: "y" }).status, EXIT_STATUS.refused);
  t.equal(new PaddockError("build-failed", "x", { fix: "y", status: 42 }).status, 42);
  t.end();
});

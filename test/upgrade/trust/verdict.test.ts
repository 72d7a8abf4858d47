import t from "tap";
import { verdictText } from "../../../lib/upgrade/trust/verdict.ts";

t.test("a verdict as a cell", (t) => {
  t.equal(verdictText("ok"), "ok");
  t.equal(verdictText("not offered"), "not offered");
  t.equal(verdictText({ failed: "wrong key" }), "failed: wrong key");
  t.end();
});

import tap from "tap";
import { lacking, ok, withKnown } from "../../../lib/doctor/components/component-row.ts";
import { knownOf } from "../../../lib/doctor/known-versions.ts";

const known = knownOf("libkrun", "1.17");
tap.same(withKnown(ok("x", "1"), [], "mend"), ok("x", "1"));
tap.match(withKnown(ok("x", "1"), known, "mend"), {
  state: "attention",
  notes: [{ text: /Enter key/ }],
  fix: "mend",
});
tap.match(withKnown(lacking("x", "unknown", "?", "ask"), known, "mend"), {
  state: "unknown",
  fix: "ask",
});

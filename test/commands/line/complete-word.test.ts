import tap from "tap";
import { completeWord } from "../../../lib/commands/line/complete-word.ts";
import { testWorld } from "../../host-for-tests.ts";
import { PROFILES } from "../../profiles-for-tests.ts";

const VERBS = [
  "build",
  "rebuild",
  "run",
  "profiles",
  "explain",
  "prove",
  "approvals",
  "doctor",
  "check",
  "init",
  "upgrade",
  "watch",
  "schedule",
  "egress",
  "log",
  "completion",
];
const rows: readonly [
  name: string,
  words: readonly (string | number)[],
  found: readonly string[],
][] = [
  ["nothing yet", ["paddock"], VERBS],
  ["the beginning of a verb", ["paddock", "bu"], VERBS],
  ["after a verb that takes a profile", ["paddock", "run"], ["base", "default"]],
  ["the beginning of a profile", ["paddock", "build", "de"], ["base", "default"]],
  ["after a verb that takes none", ["paddock", "profiles"], []],
  ["a number is a word", ["paddock", "run", 7], ["base", "default"]],
];
for (const [name, words, found] of rows) {
  tap.test(name, (t) => {
    const { host } = testWorld(t, { files: PROFILES });
    t.same(completeWord(host, { _: words }), found);
    t.end();
  });
}

tap.test("what is wrong with the settings is said by the command, not by the completion", (t) => {
  const { host } = testWorld(t, { files: PROFILES, environment: { PADDOCK_PROFILES: "relative" } });
  t.same(completeWord(host, { _: ["paddock", "run"] }), []);
  t.end();
});

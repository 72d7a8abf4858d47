import t from "tap";
import { isStopSignal } from "../../../lib/containerfile/evaluation/stop-signal.ts";

const CASES: readonly (readonly [string, boolean])[] = [
  ["SIGTERM", true],
  ["term", true],
  ["9", true],
  ["SIGRTMIN+3", true],
  ["RTMAX-14", true],
  ["0", false],
  ["nope", false],
  ["", false],
  ["RTMIN+16", false],
  ["SIGSIGTERM", false],
];
for (const [text, isOne] of CASES) {
  t.test(`"${text}"`, (test) => {
    test.equal(isStopSignal(text), isOne);
    test.end();
  });
}

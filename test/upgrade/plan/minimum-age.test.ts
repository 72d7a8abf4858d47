import tap from "tap";
import { PaddockError } from "../../../lib/errors.ts";
import { ageText, readMinimumAge } from "../../../lib/upgrade/plan/minimum-age.ts";

const HOUR = 3_600_000;
const read: readonly [text: string, ms: number | undefined][] = [
  ["36h", 36 * HOUR],
  ["2d", 48 * HOUR],
  ["0", 0],
  ["0d", 0],
  ["2", undefined],
  ["-1d", undefined],
  ["1.5d", undefined],
  ["d", undefined],
  ["", undefined],
  ["1w", undefined],
  ["999999d", undefined],
];
for (const [text, ms] of read) {
  tap.test(`--min-age ${JSON.stringify(text)}`, (t) => {
    if (ms === undefined) t.throws(() => readMinimumAge(text), PaddockError);
    else t.equal(readMinimumAge(text), ms);
    t.end();
  });
}

const shown: readonly [ms: number, text: string][] = [
  [0, "0 min"],
  [HOUR - 1, "59 min"],
  [HOUR, "1 h"],
  [48 * HOUR - 1, "47 h"],
  [48 * HOUR, "2 d"],
  [100 * 24 * HOUR, "100 d"],
];
for (const [ms, text] of shown) {
  tap.test(`an age of ${text}`, (t) => {
    t.equal(ageText(ms), text);
    t.end();
  });
}

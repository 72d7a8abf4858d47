import t from "tap";
import { isExactVersion, isSha512Hex } from "../../../lib/upgrade/pins/pin.ts";

const versions: Record<string, boolean> = {
  "1.2.3": true,
  "0.0.0": true,
  "1.0.0-rc.1": true,
  "0.171.0-linux-x64": true,
  "1.0.0+build.5": true,
  "1.2": false,
  "v1.2.3": false,
  " 1.2.3": false,
  "1.2.3\n": false,
  "01.2.3": false,
  "^1.2.3": false,
  "1.2.3 || 2": false,
  "1.2.3-": false,
  latest: false,
  "": false,
};
for (const [text, isExact] of Object.entries(versions))
  t.equal(isExactVersion(text), isExact, `version ${JSON.stringify(text)}`);

t.equal(isSha512Hex("0aF".padEnd(128, "9")), true, "128 hex digits in either case");
t.equal(isSha512Hex("a".repeat(127)), false, "D06 one digit too few");
t.equal(isSha512Hex("a".repeat(129)), false, "one digit too many");
t.equal(isSha512Hex(`${"a".repeat(127)}g`), false, "a letter that is no digit");
t.equal(isSha512Hex(`${"a".repeat(128)}\n`), false, "a line end");

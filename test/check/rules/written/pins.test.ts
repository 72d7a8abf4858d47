import t from "tap";
import { rows } from "../../subject-for-tests.ts";

const RULES = /^\S+ \w+ (?:pin|half-pin) /;
const HASH = "ab".repeat(64);
const RENOVATE = "# renovate: datasource=npm depName=agent-cli";

const LINES: readonly (readonly [name: string, lines: string, found: readonly string[]])[] = [
  ["a pin", `${RENOVATE}\nARG A_VER=1.2.3\nARG A_HASH=${HASH}`, []],
  [
    "half a pin",
    `${RENOVATE}\nARG A_VER=1.2.3`,
    ["3:1 error pin ARG A_VER=1.2.3", "3:5 warning half-pin A_VER=1.2.3"],
  ],
  [
    "a version that is not exact",
    `${RENOVATE}\nARG A_VER=1\nARG A_HASH=${HASH}`,
    ["3:1 error pin ARG A_VER=1"],
  ],
  ["a hash without a version", `ARG A_SHA512=${HASH}`, [`2:5 warning half-pin A_SHA512=${HASH}`]],
  ["a hash with its version", `ARG A_SHA512=${HASH}\nARG A_VERSION=1`, []],
  ["a sum that is empty", "ARG CA_SHA256=", []],
  ["a version of something else", "ARG GO_VERSION=1.25", []],
];
for (const [name, lines, found] of LINES) {
  t.test(name, async (test) => {
    test.strictSame(
      rows(`FROM scratch\n${lines}\n`).filter((row) => RULES.test(row)),
      found,
    );
  });
}

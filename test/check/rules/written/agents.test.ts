import t from "tap";
import { rows } from "../../subject-for-tests.ts";

const RULES = /^\S+ \w+ (?:unpinned-agent|pin|half-pin) /;
const HASH = "ab".repeat(64);
const RENOVATE = "# renovate: datasource=npm depName=agent-cli";

const LINES: readonly (readonly [name: string, lines: string, found: readonly string[]])[] = [
  [
    "D15 a version, its bytes unchecked",
    "RUN npm install -g agent-cli@1.2.3",
    ["2:20 warning unpinned-agent agent-cli@1.2.3"],
  ],
  [
    "no version",
    "RUN true && npm i --global @openai/codex other && true",
    ["2:28 warning unpinned-agent @openai/codex", "2:42 warning unpinned-agent other"],
  ],
  [
    "flags before and between",
    "RUN npm --quiet install a; npm install --loglevel error -g b",
    ["2:60 warning unpinned-agent b"],
  ],
  [
    "other installers",
    "RUN pnpm add -g a && yarn global add b && bun add --global c",
    [
      "2:17 warning unpinned-agent a",
      "2:38 warning unpinned-agent b",
      "2:60 warning unpinned-agent c",
    ],
  ],
  [
    "over a continuation",
    "RUN npm install \\\n  -g \\\n  agent-cli",
    ["4:3 warning unpinned-agent agent-cli"],
  ],
  ["a checked file", "RUN npm install -g ./agent.tgz agent-1.2.3.tgz", []],
  ["into the project", "RUN npm ci && npm install", []],
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

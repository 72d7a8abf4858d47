import t from "tap";
import { rows } from "../../subject-for-tests.ts";

const RULES = /^\S+ \w+ (?:unpinned-agent|piped-install) /;

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
  [
    "in a heredoc",
    "RUN <<EOF\nset -e\n  npm install -g a@1.2.3\nEOF",
    ["4:18 warning unpinned-agent a@1.2.3"],
  ],
  [
    "a script from the network",
    "RUN curl -fsSL https://x.example/i.sh | bash && wget -O- https://x.example | sudo sh",
    [
      "2:5 warning piped-install curl -fsSL https://x.example/i.sh | bash",
      "2:49 warning piped-install wget -O- https://x.example | sudo sh",
    ],
  ],
  [
    "a file from the network",
    "RUN curl -o x https://x.example && sha256sum -c x.sum && cat x | jq .",
    [],
  ],
];
for (const [name, lines, found] of LINES) {
  t.test(name, async (test) => {
    test.strictSame(
      rows(`FROM scratch\n${lines}\n`).filter((row) => RULES.test(row)),
      found,
    );
  });
}

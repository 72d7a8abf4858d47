import t from "tap";
import { repositoryName } from "../../../lib/upgrade/trust/repository-name.ts";

const same = "github.com/owner/agent";
const ROWS: readonly (readonly [value: unknown, expected: string | undefined])[] = [
  ["owner/agent", same],
  ["github:owner/agent", same],
  ["https://github.com/owner/agent", same],
  ["git+https://github.com/Owner/Agent.git", same],
  ["git+ssh://git@github.com/owner/agent.git", same],
  ["git@github.com:owner/agent.git", same],
  ["ssh://git@github.com:22/owner/agent.git", same],
  ["git://github.com/owner/agent.git#main", same],
  ["https://github.com/owner/agent/", same],
  [{ type: "git", url: "https://github.com/owner/agent.git", directory: "packages/a" }, same],
  ["gitlab:owner/agent", "gitlab.com/owner/agent"],
  ["https://code.example/group/sub/agent.git", "code.example/group/sub/agent"],
  ["", undefined],
  [{}, undefined],
  [undefined, undefined],
];
for (const [value, expected] of ROWS) {
  t.test(JSON.stringify(value) ?? "undefined", (t) => {
    t.equal(repositoryName(value), expected);
    t.end();
  });
}

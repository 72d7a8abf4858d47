import t from "tap";
import { readWorkflow } from "../../../lib/upgrade/trust/workflow.ts";
import type { Workflow } from "../../../lib/upgrade/trust/workflow.ts";

const HUB = "https://token.actions.githubusercontent.com";
const file = ".github/workflows/release.yml";
const subject = `https://github.com/Owner/Agent/${file}@refs/tags/v1`;

const ROWS: readonly (readonly [
  name: string,
  certificate: Parameters<typeof readWorkflow>[0],
  expected: Workflow | undefined,
])[] = [
  [
    "a workflow",
    { issuer: HUB, subject },
    { repository: "github.com/owner/agent", file, ref: "refs/tags/v1" },
  ],
  [
    "the repository that was built",
    { issuer: HUB, subject, sourceRepository: "https://github.com/x/y" },
    { repository: "github.com/x/y", file: `github.com/owner/agent/${file}`, ref: "refs/tags/v1" },
  ],
  [
    "another service",
    {
      issuer: "https://gitlab.com",
      subject: "https://gitlab.com/group/sub/agent//.gitlab-ci.yml@refs/heads/main",
    },
    { repository: "gitlab.com/group/sub/agent", file: ".gitlab-ci.yml", ref: "refs/heads/main" },
  ],
  ["another issuer", { issuer: "https://accounts.example", subject }, undefined],
  ["the subject of another service", { issuer: "https://gitlab.com", subject }, undefined],
  ["a person", { issuer: HUB, subject: "eve@mail.example" }, undefined],
  ["nobody", {}, undefined],
];
for (const [name, certificate, expected] of ROWS) {
  t.test(name, (t) => {
    t.strictSame(readWorkflow(certificate), expected);
    t.end();
  });
}

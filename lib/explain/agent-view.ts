import type { Policy } from "../policy/policy.ts";
import type { ExplainContext } from "./context.ts";
import { denials } from "./denials.ts";
import { explainPolicy } from "./explain-policy.ts";
import { OTHER_FLAGS } from "./grants/other-flags.ts";

/** Who a view is for. */
export interface AgentViewOptions {
  readonly profile: string;
  /** The version of Paddock. */
  readonly version: string;
  readonly agents: ExplainContext["agents"];
  readonly warnings: ExplainContext["warnings"];
  readonly workspace: string;
  readonly egress: ExplainContext["egress"];
}

/**
 * The text of policy.json in a sandbox: what it may do and what is denied, so that an agent can tell its user what to ask
 * for. No value of a variable, and no path of the host but those that are mounted: rare flags, which may name some, are left
 * out, and so are the rules' findings and the other profiles of the machine.
 */
export function agentView(policy: Policy, options: AgentViewOptions): string {
  const { profile, version, egress } = options;
  const context = { ...options, findings: [], sharedFolders: {} };
  const rows = explainPolicy(policy, context)
    .filter(({ flags }) => flags.length === 0 || !flags.every(isRare))
    .map(({ topic, text }) => ({ topic, text }));
  const view = {
    about:
      "What this sandbox may do, as Paddock started it. It cannot be changed from inside. If a task needs more, stop and tell your user which of the lines under `denied` it is and what to ask for.",
    paddock: version,
    profile,
    rows,
    denied: denials(policy, egress, profile),
  };
  return `${JSON.stringify(view, undefined, 2)}\n`;
}

const READS_HOST_FILES: ReadonlySet<string> = new Set(["env-file", "env-host"]);

function isRare(flag: string): boolean {
  return Object.hasOwn(OTHER_FLAGS, flag) || READS_HOST_FILES.has(flag);
}

import { isWithin } from "../is-within.ts";
import type { Finding } from "../policy/rules/finding.ts";
import type { Policy } from "../policy/policy.ts";
import type { ExplainContext, GrantContext } from "./context.ts";
import { fileGrants } from "./grants/files.ts";
import { machineGrants } from "./grants/machine.ts";
import { networkGrants } from "./grants/network.ts";
import { otherGrants } from "./grants/other-flags.ts";
import { privilegeGrants } from "./grants/privilege.ts";
import { programGrants } from "./grants/program.ts";
import { visibleGrants } from "./grants/visible.ts";
import { policyWarnings } from "./warnings.ts";
import { TOPICS } from "./row.ts";
import type { Grant, Row } from "./row.ts";

/** Every grant of a policy: each flag of its argv is spoken of in at least one. */
export function grantsOf(policy: Policy, context: GrantContext): readonly Grant[] {
  const grants = [
    ...machineGrants(policy),
    ...privilegeGrants(policy),
    ...fileGrants(policy, context.workspace),
    ...networkGrants(policy, context.egress),
    ...programGrants(policy, context.typedWords),
    ...visibleGrants(policy),
    ...otherGrants(policy),
  ];
  return withOwnKeys(grants);
}

// A flag that is given twice makes two grants of one key.
function withOwnKeys(grants: readonly Grant[]): readonly Grant[] {
  const seen = new Map<string, number>();
  return grants.map((one) => {
    const count = (seen.get(one.key) ?? 0) + 1;
    seen.set(one.key, count);
    return count === 1 ? one : { ...one, key: `${one.key} #${count}` };
  });
}

/** What a launch grants, in plain words and in the order of the topics: from the policy alone, and the facts that the context adds. */
export function explainPolicy(policy: Policy, context: ExplainContext): readonly Row[] {
  const rows = [
    ...grantsOf(policy, context).map(({ topic, text, flags }) => ({ topic, text, flags })),
    ...agents(context),
    ...keptFolders(policy, context),
    ...context.findings.map(findingRow),
    ...policyWarnings(policy, context),
    ...context.warnings.map((text): Row => ({ topic: "warning", text, flags: [] })),
  ];
  // A grant that goes without saying is there to be compared only.
  return rows
    .filter(({ text }) => text !== "")
    .toSorted((a, b) => TOPICS.indexOf(a.topic) - TOPICS.indexOf(b.topic));
}

function agents({ agents: versions }: ExplainContext): Row[] {
  const names = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  if (names.length === 0) return [];
  return [{ topic: "can run", text: `the agents ${names.join(", ")}`, flags: [] }];
}

/** Writable folders that outlive the sandbox hold what agents are logged in to: whoever mounts them sees it. */
function keptFolders({ mounts }: Policy, context: ExplainContext): Row[] {
  return mounts.flatMap((mount): Row[] => {
    const { kind, source, readOnly, flag } = mount;
    if (kind !== "bind" || source === undefined || readOnly) return [];
    if (isWithin(source, context.workspace)) return [];
    const others = context.sharedFolders[source] ?? [];
    const also =
      others.length === 0
        ? ""
        : ` and of ${others.length === 1 ? "the profile" : "the profiles"} ${others.join(", ")}`;
    const text = `the logins, settings and histories in ${source}, shared by all sessions of this profile${also}`;
    return [{ topic: "can see", text, flags: [flag] }];
  });
}

function findingRow({ severity, message, allow }: Finding): Row {
  if (severity === "error")
    return { topic: "warning", text: `a launch is refused: ${message}`, flags: [] };
  const isException = severity === "note" && allow !== undefined;
  return { topic: isException ? "allowed" : "warning", text: message, flags: [] };
}

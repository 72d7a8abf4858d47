import { type Finding, type RuleContext } from "./finding.ts";
import { type Policy } from "../policy.ts";
import { judgeHostFiles } from "./places/host-files.ts";
import { judgeImage } from "./image.ts";
import { judgeIsolation } from "./isolation.ts";
import { judgeLimits } from "./limits.ts";
import { judgeMounts } from "./mounts.ts";
import { judgeNamespaces } from "./namespaces.ts";
import { judgeSession } from "./session.ts";

const SEVERITIES: readonly Finding["severity"][] = ["error", "warning", "note"];

/** Everything the rules say about a policy, errors first. What `paddock.allow` names is a note, so that it is always shown. */
export function judge(policy: Policy, context: RuleContext): Finding[] {
  const findings = [
    ...judgeImage(policy, context),
    ...judgeIsolation(policy, context),
    ...judgeNamespaces(policy, context),
    ...judgeMounts(policy, context),
    ...judgeHostFiles(policy, context),
    ...judgeLimits(policy, context),
    ...judgeSession(policy),
  ];
  return findings.toSorted(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  );
}

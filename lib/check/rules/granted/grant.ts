import type { RuleTable, Severity } from "../../finding.ts";
import type { LaunchFinding } from "../../launch/blame.ts";

interface GrantDetails {
  readonly message: string;
  readonly fix?: string;
  readonly severity?: Severity;
  readonly about?: string;
  readonly label?: string;
}

/** Makes the findings of one table's rules about a launch. */
export function granter<Table extends RuleTable>(
  table: Table,
): (rule: keyof Table & string, details: GrantDetails) => LaunchFinding {
  return (rule, details) => {
    const { severity = "error", fix = "" } = table[rule] ?? {};
    return { rule, severity, fix, ...details };
  };
}

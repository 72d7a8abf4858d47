import type { TextRange } from "../containerfile/text-range.ts";

export type Severity = "error" | "warning" | "note";

/** A part of a Containerfile that is replaced by a text. */
export interface Edit {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly text: string;
}

/** What is wrong, or worth knowing, at one place of a Containerfile. */
export interface CheckFinding {
  /** The rule's name, an anchor of docs/rules.md. */
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly fix: string;
  readonly range: TextRange;
  /** Mends it, where there is exactly one right answer. */
  readonly edits?: readonly Edit[];
  /** The reason of the comment above the instruction that allows it. */
  readonly allowed?: string;
}

/** What a rule is for: the page of rules and the reports are made from it. */
export interface Rule {
  readonly severity: Severity;
  /** One line. */
  readonly why: string;
  /** One line; a finding that knows better says its own. */
  readonly fix: string;
}

export type RuleTable = Readonly<Record<string, Rule>>;

/** What a finding adds to its rule. */
export interface FindingDetails {
  readonly range: TextRange;
  readonly message: string;
  readonly fix?: string;
  readonly severity?: Severity;
  readonly edits?: readonly Edit[];
}

/** Makes the findings of one table's rules. */
export function finder<Table extends RuleTable>(
  table: Table,
): (rule: keyof Table & string, details: FindingDetails) => CheckFinding {
  return (rule, details) => {
    const { severity = "error", fix = "" } = table[rule] ?? {};
    return { rule, severity, fix, ...details };
  };
}

import type { Host } from "../../host/host.ts";
import { printable } from "../../printable.ts";
import { wrap } from "../../wrap.ts";
import { ageText } from "../../upgrade/plan/minimum-age.ts";
import type { PlannedAgent } from "../../upgrade/plan/plan-agents.ts";
import { fixOf } from "../../upgrade/release/agent-plan.ts";
import type { PlanFacts } from "../../upgrade/release/agent-plan.ts";
import type { UpgradePlan } from "../../upgrade/upgrade.ts";
import { planJson } from "./plan-json.ts";
import { alignRows } from "./align-rows.ts";

const HEADER = [
  "AGENT",
  "PINNED",
  "NEWEST",
  "CHOSEN",
  "AGE",
  "INTEGRITY",
  "SIGNATURE",
  "PROVENANCE",
];

/** Prints a plan as a table with the reasons under the rows, or as JSON with `more` beside it; failures go to people. */
export function showPlan(
  host: Pick<Host, "terminal">,
  plan: UpgradePlan,
  given: { readonly json: boolean },
  more: { readonly diffs?: string; readonly [more: string]: unknown } = {},
): void {
  const { terminal } = host;
  if (given.json) {
    terminal.answer(`${JSON.stringify({ ...planJson(plan), ...more }, undefined, 2)}\n`);
  } else {
    terminal.answer(planTable(plan.planned, terminal.columns) + printable(more.diffs ?? ""));
  }
  for (const failure of plan.failures) {
    terminal.say(`paddock: ${printable(failure.message)}\n  ${printable(failure.fix)}\n`);
  }
}

/** The table, as wide as the terminal. */
export function planTable(planned: readonly PlannedAgent[], columns: number): string {
  if (planned.length === 0) return "No profile pins an agent.\n";
  const [header = "", ...rows] = alignRows([HEADER, ...planned.map(cells)], columns);
  const lines = planned.map((one, at) => {
    const note = wrap(`  ${noteOf(one, planned)}`, columns, "  ");
    return `${rows[at] ?? ""}\n${note}\n`;
  });
  return `${header}\n${lines.join("")}`;
}

function cells({ plan: { agent, facts } }: PlannedAgent): readonly string[] {
  const { pinned, newest, chosen, ageMs, integrity, signature, provenance } = facts;
  return [
    agent,
    pinned,
    newest ?? "-",
    chosen,
    ageMs === undefined ? "-" : ageText(ageMs),
    verdictCell(integrity),
    verdictCell(signature),
    verdictCell(provenance),
  ].map(printable);
}

// Why it failed is in the note.
function verdictCell(verdict: PlanFacts["integrity"]): string {
  if (typeof verdict === "object") return "failed";
  return verdict === "unchecked" ? "-" : verdict;
}

function noteOf({ plan, placed, trust }: PlannedAgent, all: readonly PlannedAgent[]): string {
  const isAlone = all.filter((other) => other.plan.agent === plan.agent).length === 1;
  const workflow = trust?.provenance.workflow;
  const fix = fixOf(plan);
  const end = /[.!?]$/u.test(plan.reason) ? "" : ".";
  const notes = [
    `${plan.kind}: ${plan.reason}${fix === undefined ? "" : `${end} ${fix}`}`,
    ...plan.facts.notes,
    ...(workflow === undefined ? [] : [`built by ${workflow.repository} ${workflow.file}`]),
    ...(isAlone ? [] : [`in profile ${placed.profile.name}`]),
  ];
  return printable(notes.join("; "));
}

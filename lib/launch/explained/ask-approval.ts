import type { Standing } from "../../approval/canonical-policy.ts";
import { judgeApproval, recordApproval } from "../../approval/judge-approval.ts";
import type { Judgement } from "../../approval/judge-approval.ts";
import type { Place } from "../../approval/record.ts";
import { PaddockError } from "../../errors.ts";
import { explainPolicy } from "../../explain/explain-policy.ts";
import { showChanges, showRows } from "../../explain/show-rows.ts";
import type { Host } from "../../host/host.ts";
import { describeStaleness } from "../../image/freshness/stale-reason.ts";
import type { Survey } from "../../image/ensure.ts";
import type { LaunchPlan } from "../plan/plan-launch.ts";
import { launchContext } from "./explain-launch.ts";

export interface AskedLaunch {
  readonly plan: LaunchPlan;
  readonly survey: Survey;
  readonly place: Place;
  readonly standing: Standing;
  readonly yes: boolean;
  /** Exactly this was approved before. */
  readonly known: boolean;
}

/**
 * Shows a launch and has it approved; returns whether its rows were printed, as they are to everyone but a person at a
 * terminal who has approved this or more.
 * @throws PaddockError("refused") where it is not approved.
 */
export function askApproval(host: Host, asked: AskedLaunch): boolean {
  const { place, standing, yes, known } = asked;
  const { ask } = host.terminal;
  const judgement: Judgement = known ? { kind: "narrower" } : judgeApproval(host, place, standing);
  const isGranted = judgement.kind === "narrower";
  if (isGranted && !known) recordApproval(host, place, standing, "narrower");
  if (isGranted && ask !== undefined) return false;
  show(host, asked, judgement);
  if (isGranted || yes) return true;
  if (ask === undefined) throw notApproved(asked, judgement);
  if (!/^y(?:es)?$/i.test(ask("Launch this sandbox? [y/N] ") ?? "")) throw declined(asked);
  recordApproval(host, place, standing, "asked");
  return true;
}

function show(host: Host, { plan, survey }: AskedLaunch, judgement: Judgement): void {
  const { terminal } = host;
  const { profile } = plan;
  if (judgement.kind === "wider") {
    const place = `${profile.name} in ${plan.workspace.path}`;
    terminal.say(
      showRows([{ topic: "", text: `What was approved for ${place} was less:` }], terminal.columns),
    );
    terminal.say(`${showChanges(judgement.changes, terminal.columns)}\n`);
  }
  const rows = explainPolicy(plan.policy, launchContext(host, plan, survey));
  const head = [
    { topic: "profile", text: `${profile.name} (${profile.containerfile})` },
    { topic: "image", text: `${profile.tag}, ${imageState(survey)}` },
  ];
  const notes = plan.changes.map((text) => ({ topic: "note", text }));
  terminal.say(showRows([...head, ...rows, ...notes], terminal.columns));
}

const SHOWN_DIGITS = 12;

function imageState({ links }: Survey): string {
  const top = links.at(-1);
  if (top?.image === undefined) return "still to be built";
  const built = `${top.image.id.slice(0, SHOWN_DIGITS)}, built ${top.image.createdAt.slice(0, "2026-01-01T00:00".length).replace("T", " ")} UTC`;
  const stale = describeStaleness(top.staleness);
  return stale === undefined ? built : `${built}, to be built anew: ${stale}`;
}

function notApproved({ plan }: AskedLaunch, judgement: Judgement): PaddockError {
  const { name } = plan.profile;
  const what =
    judgement.kind === "wider"
      ? `what ${name} grants now was not approved for this directory: it is more than before, or other`
      : `${name} was never approved for this directory`;
  return new PaddockError("refused", `Without a terminal nobody can be asked, and ${what}.`, {
    fix: "Run it once on a terminal and say yes, or add --yes to start it this once.",
  });
}

function declined({ plan }: AskedLaunch): PaddockError {
  return new PaddockError("refused", "Not launched.", {
    fix: `What it grants is the run label of ${plan.profile.containerfile}.`,
  });
}

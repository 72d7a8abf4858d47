import { canonicalPolicy } from "../../approval/canonical-policy.ts";
import type { Standing } from "../../approval/canonical-policy.ts";
import { isApproved } from "../../approval/is-approved.ts";
import type { Host } from "../../host/host.ts";
import type { Survey } from "../../image/ensure.ts";
import type { LaunchPlan } from "../plan/plan-launch.ts";
import { egressWords } from "./egress-words.ts";

/** Sees to it that nothing is started, or built for a start, that was not approved. */
export interface Approver {
  /** Throws PaddockError "refused" for a launch that is not approved, where nobody approves it. */
  readonly approve: (plan: LaunchPlan, survey: Survey) => Promise<void>;
  /** Whether the rows of the launch were printed. */
  readonly hasShown: () => boolean;
}

/**
 * Approval of a launch: by a person at a terminal, once for a profile and a workspace and again when the policy is wider.
 * `yes` stands for the answer, of this one launch: nothing is remembered.
 */
export function makeApprover(host: Host, { yes }: { readonly yes: boolean }): Approver {
  let approved: string | undefined;
  let shown = false;
  return {
    hasShown: () => shown,
    approve: async (plan, survey) => {
      const place = { profile: plan.profile.name, workspace: plan.workspace.path };
      const standing: Standing = { policy: plan.standing, egress: egressWords(plan.egress?.list) };
      const text = canonicalPolicy(standing, place.workspace);
      // A build came in between, and changed nothing of what is granted.
      if (text === approved) return;
      const known = isApproved(host, place, text);
      if (!known || host.terminal.ask === undefined) {
        // Loaded here: an approved launch on a terminal has no use for it.
        const { askApproval } = await import("./ask-approval.ts");
        const asked = { plan, survey, place, standing, yes, known };
        shown = askApproval(host, asked) || shown;
      }
      approved = text;
    },
  };
}

import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import type { OpenRegistry } from "../../host/registry/open-registry.ts";
import type { PlacedPin } from "../pins/placed-pins.ts";
import type { AgentPlan, PlanFacts } from "../release/agent-plan.ts";
import { ageOf } from "../release/choice/age.ts";
import type { PackumentAnswers } from "../release/plan-upgrade.ts";
import { planUpgrade } from "../release/plan-upgrade.ts";
import { isTrusted, verifyRelease } from "../trust/verify-release.ts";
import type { Trust } from "../trust/verify-release.ts";
import { askPackages } from "./ask-packages.ts";
import { imageNode } from "./image-node.ts";

/** What a person wants of an upgrade. */
export interface UpgradeWish {
  readonly minAgeMs: number;
  readonly to?: string;
  readonly allowDowngrade: boolean;
  readonly accept: boolean;
}

/** An agent's plan, and what the checks of the chosen release came to where it is another than the pinned one. */
export interface PlannedAgent {
  readonly placed: PlacedPin;
  readonly plan: AgentPlan;
  readonly trust?: Trust;
}

/** Plans the agents and checks each release that was chosen; one that fails a check fails alone. */
export async function planAgents(
  host: Host,
  pins: readonly PlacedPin[],
  open: OpenRegistry,
  wish: UpgradeWish,
): Promise<readonly PlannedAgent[]> {
  const platforms = [`linux-${host.npm.architecture}`];
  const names = pins.map(({ pin }) => pin.package);
  const { packuments, platformPackuments } = await askPackages(open.registry, names, platforms);
  const planned: PlannedAgent[] = [];
  for (const placed of pins) {
    const nodeVersion = imageNode(host, placed.profile);
    const rules = { ...wish, now: host.now(), nodeVersion, platforms, platformPackuments };
    for (const plan of planUpgrade([placed.pin], packuments, rules)) {
      planned.push(await checkPlan(host, { placed, plan }, packuments, open));
    }
  }
  return planned;
}

async function checkPlan(
  host: Pick<Host, "now">,
  planned: PlannedAgent,
  packuments: PackumentAnswers,
  open: OpenRegistry,
): Promise<PlannedAgent> {
  const { placed, plan } = planned;
  const packument = packuments.get(placed.pin.package);
  if ((plan.kind !== "raise" && plan.kind !== "lower") || packument === undefined) return planned;
  if (packument instanceof PaddockError) return planned;
  const release = packument.versions.get(plan.pin.version);
  if (release === undefined) return planned;
  const age = ageOf(packument, release.version, host.now());
  const publishedAt = age.kind === "known" ? age.publishedAt : undefined;
  const trust = await verifyRelease(release, { ...open, publishedAt });
  const facts: PlanFacts = {
    ...plan.facts,
    integrity: trust.integrity,
    signature: trust.signature.verdict,
    provenance: trust.provenance.verdict,
  };
  if (isTrusted(trust)) return { placed, plan: { ...plan, facts }, trust };
  const { agent, package: name } = plan;
  const reason = `${release.version} is not to be trusted: ${failures(trust).join("; ")}`;
  const staying = { ...facts, chosen: placed.pin.version };
  const error = errorOf(trust, reason);
  return {
    placed,
    trust,
    plan: { agent, package: name, facts: staying, kind: "failed", reason, ...(error && { error }) },
  };
}

/** What to do where a check could not be made; a check that was made and failed has no more to say. */
function errorOf(trust: Trust, reason: string): PaddockError | undefined {
  const verdicts = [trust.integrity, trust.signature.verdict, trust.provenance.verdict];
  const fix = verdicts.flatMap((verdict) => (typeof verdict === "string" ? [] : [verdict.fix]))[0];
  return fix === undefined ? undefined : new PaddockError("failed", reason, { fix });
}

function failures(trust: Trust): readonly string[] {
  const { integrity, signature, provenance } = trust;
  return [integrity, signature.verdict, provenance.verdict].flatMap((verdict) =>
    typeof verdict === "string" ? [] : [verdict.failed],
  );
}

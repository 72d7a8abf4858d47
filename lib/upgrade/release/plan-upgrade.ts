import { compare, lt, prerelease, valid } from "semver";
import { PaddockError } from "../../errors.ts";
import { printable } from "../../printable.ts";
import { trustChanges } from "../trust/trust-changes.ts";
import type { AgentPlan, PinnedAgent } from "./agent-plan.ts";
import { chooseRelease } from "./choose-release.ts";
import type { Choice, ChoiceRules } from "./choose-release.ts";
import { sha512Hex } from "./integrity.ts";
import type { Packument } from "./packument.ts";
import { bareFacts, planFacts } from "./plan-facts.ts";
import type { Release } from "./release.ts";

/** A package's document, or why there is none. */
export type PackumentAnswers = ReadonlyMap<string, Packument | PaddockError>;

export interface UpgradeRules extends Omit<ChoiceRules, "packuments"> {
  /** Take a release whose maintainers, repository, install scripts or provenance changed. */
  readonly accept: boolean;
  /** Documents of the packages that hold native code, where they are not the agents' own. */
  readonly platformPackuments?: PackumentAnswers;
}

/** Plans every agent by itself, in the order of the pins: one that fails stops no other. */
export function planUpgrade(
  pins: readonly PinnedAgent[],
  answers: PackumentAnswers,
  rules: UpgradeRules,
): readonly AgentPlan[] {
  const packuments = new Map([...(rules.platformPackuments ?? []), ...answers]);
  return pins.map((pin) => planAgent(pin, answers.get(pin.package), { ...rules, packuments }));
}

type AgentRules = UpgradeRules & ChoiceRules;

function planAgent(
  pin: PinnedAgent,
  answer: Packument | PaddockError | undefined,
  rules: AgentRules,
): AgentPlan {
  const base = { agent: pin.agent, package: pin.package, facts: bareFacts(pin) };
  if (answer === undefined) {
    return { ...base, kind: "failed", reason: "the registry was not asked for it" };
  }
  if (answer instanceof PaddockError) {
    return { ...base, kind: "failed", reason: answer.message, error: answer };
  }
  if (answer.unpublishedAt !== undefined) {
    const reason = `${pin.package} was unpublished on ${answer.unpublishedAt}`;
    return { ...base, kind: "failed", reason };
  }
  const wrongPin = problemOfPin(pin, answer);
  if (wrongPin !== undefined) {
    const facts = planFacts(pin, answer, pin.version, { now: rules.now, notes: [] });
    return { ...base, facts, kind: "failed", reason: wrongPin };
  }
  return planOf(pin, answer, chooseRelease(answer, pin.version, rules), rules);
}

/** A pinned release whose content differs from what the registry now has under that version is an alarm, never "current". */
function problemOfPin(pin: PinnedAgent, packument: Packument): string | undefined {
  if (valid(pin.version) !== pin.version) return `the pin ${printable(pin.version)} is no version`;
  const release = packument.versions.get(pin.version);
  const sha512 = sha512Hex(release?.integrity);
  if (sha512.kind === "sha512" && sha512.hex !== pin.hash.toLowerCase()) {
    return `the registry gives another sha512 for ${pin.version} than the one that is pinned`;
  }
  return undefined;
}

function planOf(
  pin: PinnedAgent,
  packument: Packument,
  choice: Choice,
  rules: AgentRules,
): AgentPlan {
  const gone = !packument.versions.has(pin.version);
  const goneNotes = gone ? [`the pinned ${pin.version} is withdrawn`] : [];
  const base = (chosen: string, notes: readonly string[] = []) => ({
    agent: pin.agent,
    package: pin.package,
    facts: planFacts(pin, packument, chosen, {
      now: rules.now,
      notes: [...goneNotes, ...notes],
    }),
  });
  switch (choice.kind) {
    case "stay":
      return { ...base(pin.version, choice.notes), kind: "keep", reason: choice.reason };
    case "move":
      return planMove(pin, packument, choice, {
        accept: rules.accept,
        moving: base(choice.release.version, choice.notes),
        staying: base(pin.version, choice.notes),
      });
    case "offer": {
      const reason = `${choice.release.version} is older; --allow-downgrade takes it`;
      const staying = base(pin.version, choice.notes);
      if (!gone) return { ...staying, kind: "skip", reason, changes: [] };
      const withdrawn = `${pin.version} is withdrawn; ${reason}`;
      return { ...staying, kind: "withdrawn", reason: withdrawn, offer: choice.release.version };
    }
    case "blocked":
      return planBlocked(pin, choice.by, { gone, staying: base(pin.version, choice.notes) });
    case "none": {
      const { reason } = choice;
      if (rules.to !== undefined) {
        const fix = `Name a stable release that \`npm view ${pin.package} versions\` lists, such as 1.2.3.`;
        const error = new PaddockError("usage", reason, { fix });
        return { ...base(pin.version), kind: "failed", reason, error };
      }
      if (gone) return { ...base(pin.version), kind: "withdrawn", reason };
      return { ...base(pin.version), kind: "skip", reason, changes: [] };
    }
  }
}

type Base = Pick<AgentPlan, "agent" | "package" | "facts">;

function planMove(
  pin: PinnedAgent,
  packument: Packument,
  choice: Extract<Choice, { readonly kind: "move" }>,
  context: { readonly accept: boolean; readonly moving: Base; readonly staying: Base },
): AgentPlan {
  const { release, hash, direction } = choice;
  const former = packument.versions.get(pin.version) ?? releaseBelow(packument, pin.version);
  const changes =
    former === undefined ? [] : trustChanges(former, release, packument.versions.values());
  if (changes.length > 0 && !context.accept) {
    const what = changes.map(({ message }) => message).join("; ");
    const reason = `${release.version} needs --accept: ${what}`;
    return { ...context.staying, kind: "skip", reason, changes };
  }
  const reason =
    direction === "raise"
      ? `${pin.version} to ${release.version}`
      : `${pin.version} back to ${release.version}`;
  const newPin = { version: release.version, hash };
  return { ...context.moving, kind: direction, reason, pin: newPin, changes };
}

/** What a release is compared with where the pinned one is gone: the last one before it. */
function releaseBelow(packument: Packument, version: string): Release | undefined {
  return [...packument.versions.values()]
    .filter((release) => prerelease(release.version) === null && lt(release.version, version))
    .sort((a, b) => compare(b.version, a.version))[0];
}

function planBlocked(
  pin: PinnedAgent,
  by: Extract<Choice, { readonly kind: "blocked" }>["by"],
  context: { readonly gone: boolean; readonly staying: Base },
): AgentPlan {
  const { reason } = by;
  if (by.kind === "unproven") {
    const facts = { ...context.staying.facts, integrity: { failed: reason } };
    return { ...context.staying, facts, kind: "failed", reason };
  }
  if (by.kind === "unknown") {
    return { ...context.staying, kind: "failed", reason, error: by.error };
  }
  if (context.gone) {
    const withdrawn = `${pin.version} is withdrawn, and nothing can take its place yet: ${reason}`;
    return { ...context.staying, kind: "withdrawn", reason: withdrawn };
  }
  if (by.kind === "cannot-run") return { ...context.staying, kind: "skip", reason, changes: [] };
  const until = by.until === undefined ? {} : { until: by.until };
  return { ...context.staying, kind: "wait", reason, ...until };
}

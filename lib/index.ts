export { EXIT_STATUS, PaddockError } from "./errors.ts";
export type { ErrorCode, PaddockErrorDetails } from "./errors.ts";

export { parseContainerfile } from "./containerfile/parse.ts";
export { declaredArguments } from "./containerfile/containerfile.ts";
export type { Containerfile, Instruction, Stage } from "./containerfile/containerfile.ts";
export { evaluateImage, evaluateLabels } from "./containerfile/evaluate-image.ts";
export type {
  EvaluatedImage,
  EvaluatedLabel,
  EvaluationOptions,
} from "./containerfile/evaluate-image.ts";
export { externalImages } from "./containerfile/external-images.ts";

export { readRunLabel } from "./label/read-run-label.ts";
export { expandRunLabel } from "./label/expand-run-label.ts";
export { selectRunLabel } from "./label/select-run-label.ts";
export { quoteForShell } from "./label/quote-for-shell.ts";
export type { LaunchValues, RunLabelTemplate } from "./label/run-label.ts";

export { readPolicy } from "./policy/read-policy.ts";
export type { Policy } from "./policy/policy.ts";
export { judge } from "./policy/rules/judge.ts";
export { parseAllow } from "./policy/rules/allow.ts";
export type { Finding, RuleContext } from "./policy/rules/finding.ts";

export { explainPolicy } from "./explain/explain-policy.ts";
export { comparePolicies, isNoWider } from "./explain/compare.ts";
export type { Change } from "./explain/compare.ts";
export type { ExplainContext } from "./explain/context.ts";
export type { Row, Topic } from "./explain/row.ts";

export { checkContainerfile } from "./check/check-containerfile.ts";
export type { CheckFinding, Edit, Severity } from "./check/finding.ts";
export type { BaseFacts, Entrypoint, Subject } from "./check/subject.ts";

export { lookUpProfile, profileNames } from "./profile/lookup.ts";
export type { Profile, ProfileLookup } from "./profile/lookup.ts";
export { imageTag } from "./profile/names.ts";
export { initProfile } from "./profile/init-profile.ts";
export type { InitHost, NewProfile } from "./profile/init-profile.ts";

export { findPins } from "./upgrade/pins/find-pins.ts";
export { rewritePins } from "./upgrade/pins/rewrite-pins.ts";
export type { PinChange } from "./upgrade/pins/rewrite-pins.ts";
export type { Pin } from "./upgrade/pins/pin.ts";
export { readPackument } from "./upgrade/release/packument.ts";
export type { Packument } from "./upgrade/release/packument.ts";
export { planUpgrade } from "./upgrade/release/plan-upgrade.ts";
export type { PackumentAnswers, UpgradeRules } from "./upgrade/release/plan-upgrade.ts";
export type { AgentPlan, NewPin, PinnedAgent, PlanFacts } from "./upgrade/release/agent-plan.ts";

export { ensureImages, surveyProfile } from "./image/ensure.ts";
export type { BuildOptions, Survey } from "./image/ensure.ts";
export type { BuildEvent } from "./image/build/build-event.ts";
export { judgeStaleness } from "./image/freshness/staleness.ts";
export type { Staleness, StaleReason } from "./image/freshness/staleness.ts";

export { dryLaunch, prepareLaunch } from "./launch/launch.ts";
export type { LaunchOptions, PlannedLaunch } from "./launch/launch.ts";
export type { LaunchPlan } from "./launch/plan/plan-launch.ts";
export { startLaunch } from "./launch/start.ts";

export type { Host } from "./host/host.ts";
export { systemHost } from "./host/system-host.ts";
export { main } from "./cli.ts";

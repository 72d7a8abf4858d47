import type { Standing } from "../../approval/canonical-policy.ts";
import { PaddockError } from "../../errors.ts";
import { selectRunLabel } from "../../label/select-run-label.ts";
import type { ExplainContext } from "../../explain/context.ts";
import { explainPolicy } from "../../explain/explain-policy.ts";
import type { Row } from "../../explain/row.ts";
import type { Host } from "../../host/host.ts";
import { lookUpImages } from "../../host/podman/image-cache.ts";
import { findPodman } from "../../host/podman/podman.ts";
import type { ImagesByName } from "../../host/podman/podman.ts";
import { AS_BEFORE, argumentsFor, declaredArgumentsFor } from "../../image/build/build-options.ts";
import { chainBelow } from "../../image/chain.ts";
import type { Link } from "../../image/chain.ts";
import { agentsOf } from "../../image/pinned-agents.ts";
import { imagesOf } from "../../image/survey.ts";
import { readRunLabel } from "../../label/read-run-label.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Profile } from "../../profile/lookup.ts";
import { chooseLabel } from "../plan/choose-label.ts";
import type { ChosenLabel } from "../plan/choose-label.ts";
import { asRecord, evaluateChain, evaluateWithoutImages } from "../plan/evaluated-labels.ts";
import type { EvaluatedProfile } from "../plan/evaluated-labels.ts";
import { egressValues, judgedEgress } from "../egress/egress-label.ts";
import { findWorkspace } from "../workspace/find-workspace.ts";
import { launchFindings } from "../plan/judge-launch.ts";
import { launchArgv } from "../plan/launch-argv.ts";
import { workspaceWarnings } from "../plan/plan-launch.ts";
import { hasPodmanInit } from "../machine/podman-init.ts";
import { mountedFolders } from "../workspace/prepare-directories.ts";
import { egressWords } from "./egress-words.ts";
import { sharedFolders } from "./shared-folders.ts";

/** What a profile's label grants for the current directory. */
export interface ExplainedProfile {
  readonly profile: Profile;
  readonly label: ChosenLabel;
  readonly policy: Policy;
  /** What is approved of it at a launch. */
  readonly standing: Standing;
  readonly context: ExplainContext;
  readonly rows: readonly Row[];
}

/**
 * Explains a profile without starting or building anything; podman is asked only for a label that comes from an image which is
 * not Paddock's. What a launch would be refused for is a row, not an error.
 * @throws PaddockError for a label or Containerfile that cannot be read.
 */
export async function explainProfile(host: Host, profile: Profile): Promise<ExplainedProfile> {
  const chain = chainBelow(host, profile, {
    buildArguments: (link) => argumentsFor(host, link, AS_BEFORE),
  });
  const evaluated = await evaluate(host, chain);
  const labels = asRecord(evaluated.labels);
  const label = chooseLabel(profile, evaluated.labels, "run");
  const workspace = workspaceOf(host);
  const values = {
    home: host.settings.home,
    cwd: workspace.path,
    image: profile.tag,
    ...egressValues(labels),
  };
  const { policy } = launchArgv(readRunLabel(label.value), values, {
    command: [],
    runtime: undefined,
    workspace: { path: workspace.path, folder: "" },
    terminal: true,
    asWritten: false,
    init: hasPodmanInit(host.files),
  });
  const allow = labels["paddock.allow"] ?? "";
  const judged = await judgedEgress(labels, policy);
  const egress = judged?.findings ?? [];
  const context = {
    workspace: workspace.path,
    agents: agentsOf(chain),
    findings: launchFindings(host, policy, { profile, workspace: workspace.path, allow, egress }),
    warnings: workspace.warnings,
    egress: egressWords(judged?.list),
    sharedFolders: sharedFolders(host, {
      tag: profile.tag,
      folders: mountedFolders(policy),
      workspace: workspace.path,
    }),
  };
  const standing = { policy, egress: context.egress };
  return { profile, label, policy, standing, context, rows: explainPolicy(policy, context) };
}

// What a foreign base brings along is only asked for where the label needs it.
async function evaluate(host: Host, chain: readonly Link[]): Promise<EvaluatedProfile> {
  const buildArguments = (link: Link): Readonly<Record<string, string>> =>
    declaredArgumentsFor(host, link, AS_BEFORE);
  const alone = evaluateWithoutImages(chain, buildArguments);
  const choice = selectRunLabel(asRecord(alone.labels));
  const chosen =
    choice.kind === "found" ? alone.labels.find(({ key }) => key === choice.key) : undefined;
  const isForeign = chain.some(
    ({ base }) => base !== undefined && !chain.some(({ profile }) => profile.tag === base),
  );
  const isKnown = choice.kind !== "none" && (chosen?.doubts ?? []).length === 0;
  if (isKnown || !isForeign) return alone;
  const images = await imagesWhereThereIsPodman(host, chain);
  return images === undefined ? alone : evaluateChain(host, chain, images, buildArguments);
}

// Without Podman there is no image: what the Containerfiles say is all that can be known.
async function imagesWhereThereIsPodman(
  host: Host,
  chain: readonly Link[],
): Promise<ImagesByName | undefined> {
  try {
    return await lookUpImages(host, findPodman(host), imagesOf(chain));
  } catch (error) {
    if (error instanceof PaddockError && error.code === "podman-missing") return undefined;
    throw error;
  }
}

interface ExplainedWorkspace {
  readonly path: string;
  readonly warnings: readonly string[];
}

// A directory that may not be mounted can still be explained.
function workspaceOf(host: Host): ExplainedWorkspace {
  try {
    const { path } = findWorkspace(host, undefined);
    return { path, warnings: workspaceWarnings(host, path) };
  } catch (error) {
    if (!(error instanceof PaddockError)) throw error;
    const { workingDirectory = "/" } = host.settings;
    const path = host.files.realPath(workingDirectory) ?? workingDirectory;
    return { path, warnings: [`a launch is refused: ${error.message}`] };
  }
}

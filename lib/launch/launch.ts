import type { LimitId } from "../doctor/limit-verdict.ts";
import { PaddockError } from "../errors.ts";
import type { Host } from "../host/host.ts";
import { findPodman } from "../host/podman/podman.ts";
import type { ImagesByName } from "../host/podman/podman.ts";
import type { OnBuildEvent } from "../image/build/build-event.ts";
import { AS_BEFORE } from "../image/build/build-options.ts";
import type { Link } from "../image/chain.ts";
import { ensureImages, isFresh, surveyProfile } from "../image/ensure.ts";
import type { Survey } from "../image/ensure.ts";
import { BASE_PROFILE, requireProfileName } from "../profile/names.ts";
import { compareWithImage } from "./plan/compare-labels.ts";
import { requireEngine } from "./machine/engine-checks.ts";
import { findWorkspace } from "./workspace/find-workspace.ts";
import { requireMachine } from "./machine/machine-checks.ts";
import { planLaunch } from "./plan/plan-launch.ts";
import type { LaunchPlan, PlanRequest } from "./plan/plan-launch.ts";
import { prepareDirectories } from "./workspace/prepare-directories.ts";

export interface LaunchOptions {
  readonly profile: string;
  /** Where in the workspace to start. */
  readonly folder: string | undefined;
  readonly labelName: string;
  readonly runtime: string | undefined;
  readonly command: readonly string[];
  readonly build: boolean;
  /** Limits that may be left out where this machine does not enforce them. */
  readonly acceptUnenforced: readonly LimitId[];
  /** Let `podman container runlabel` read the label. */
  readonly runlabel: boolean;
  readonly onEvent: OnBuildEvent;
  /** Called before anything is built or made, and again with a plan that a build has changed; throws where it may not go on. */
  readonly approve?: (plan: LaunchPlan, survey: Survey) => Promise<void>;
}

export interface PlannedLaunch {
  readonly podman: string;
  readonly plan: LaunchPlan;
  readonly survey: Survey;
}

/** Decides a launch without starting or making anything: what `--dry-run` shows. */
export async function dryLaunch(host: Host, options: LaunchOptions): Promise<PlannedLaunch> {
  const request = readRequest(host, options);
  const podman = findPodman(host);
  const survey = await surveyProfile(host, options.profile, { podman, request: AS_BEFORE });
  return { podman, survey, plan: await planLaunch(host, chainOf(survey), survey.images, request) };
}

/** Makes everything ready for a launch: the machine checked, the images fresh, the label judged and compared, the folders made. */
export async function prepareLaunch(host: Host, options: LaunchOptions): Promise<PlannedLaunch> {
  const request = readRequest(host, options);
  const podman = await requireEngine(host);
  const survey = await surveyProfile(host, options.profile, { podman, request: AS_BEFORE });
  const chain = chainOf(survey);
  // What a foreign base brings along is only known once it is there.
  const isKnown = chain.every((link) => link.base === undefined || known(survey, link.base));
  const early = isKnown ? await planLaunch(host, chain, survey.images, request) : undefined;
  const allowed = early && (await allowedPlan(host, early, survey, options));
  const images = await freshImages(host, podman, survey, options);
  const unchanged = allowed && images === survey.images;
  const plan = unchanged
    ? allowed
    : await allowedPlan(host, await planLaunch(host, chain, images, request), survey, options);
  compareWithImage(plan, images);
  prepareDirectories(host, plan.policy);
  return { podman, plan, survey };
}

/** The plan, with what it goes without on this machine, once the machine and the person allow it. */
async function allowedPlan(
  host: Host,
  plan: LaunchPlan,
  survey: Survey,
  { acceptUnenforced, approve, build }: LaunchOptions,
): Promise<LaunchPlan> {
  const accepted = await requireMachine(host, plan.policy, acceptUnenforced);
  const allowed = { ...plan, warnings: [...plan.warnings, ...accepted] };
  // Nobody is to be asked about a launch that cannot be.
  if (!build || survey.links.every(isFresh)) compareWithImage(plan, survey.images);
  await approve?.(allowed, survey);
  return allowed;
}

function readRequest(host: Host, options: LaunchOptions): PlanRequest {
  requireProfileName(options.profile);
  if (options.profile === BASE_PROFILE) {
    throw new PaddockError("refused", "The profile base cannot be run: others are built on it.", {
      fix: "Run `paddock run default`, or a profile of your own that is built on it.",
    });
  }
  const workspace = findWorkspace(host, options.folder);
  return { ...options, workspace };
}

function chainOf(survey: Survey): readonly [Link, ...Link[]] {
  const [first, ...others] = survey.chain;
  if (first === undefined) throw new TypeError("a chain has at least the profile itself");
  return [first, ...others];
}

function known(survey: Survey, image: string): boolean {
  return (
    survey.images.get(image) !== undefined ||
    survey.chain.some((link) => link.profile.tag === image)
  );
}

async function freshImages(
  host: Host,
  podman: string,
  survey: Survey,
  options: LaunchOptions,
): Promise<ImagesByName> {
  if (!options.build) return survey.images;
  return await ensureImages(host, survey, {
    podman,
    request: AS_BEFORE,
    rebuild: false,
    pull: false,
    onEvent: options.onEvent,
  });
}

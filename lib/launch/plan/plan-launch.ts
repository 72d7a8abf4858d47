import type { Host } from "../../host/host.ts";
import type { ImagesByName } from "../../host/podman/podman.ts";
import { AS_BEFORE, declaredArgumentsFor } from "../../image/build/build-options.ts";
import type { Link } from "../../image/chain.ts";
import { readRunLabel } from "../../label/read-run-label.ts";
import type { LaunchValues, RunLabelTemplate } from "../../label/run-label.ts";
import type { Finding } from "../../policy/rules/finding.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Profile } from "../../profile/lookup.ts";
import { chooseLabel } from "./choose-label.ts";
import type { ChosenLabel } from "./choose-label.ts";
import { asRecord, evaluateChain } from "./evaluated-labels.ts";
import { countRepositories } from "../workspace/find-workspace.ts";
import type { Workspace } from "../workspace/find-workspace.ts";
import { mountedFolders } from "../workspace/prepare-directories.ts";
import { realPlaces } from "../workspace/same-places.ts";
import type { RealPlaces } from "../workspace/same-places.ts";
import { egressValues, judgedEgress } from "../egress/egress-label.ts";
import type { JudgedEgress } from "../egress/judged-egress.ts";
import { judgeLaunch, realPathFinder } from "./judge-launch.ts";
import { launchArgv } from "./launch-argv.ts";
import type { LaunchArgv } from "./launch-argv.ts";
import { hasPodmanInit } from "../machine/podman-init.ts";

/** All of a launch, decided and judged; nothing has been started or made. */
export interface LaunchPlan {
  readonly profile: Profile;
  readonly label: ChosenLabel;
  readonly template: RunLabelTemplate;
  readonly values: LaunchValues;
  /** The labels that the image must carry, by its Containerfile. */
  readonly labels: Readonly<Record<string, string>>;
  readonly workspace: Workspace;
  /** Where the workspace and what is mounted lay when all this was decided. */
  readonly places: RealPlaces;
  readonly argv: readonly string[];
  readonly policy: Policy;
  /** Where the profile has a list of what it may reach. */
  readonly egress: JudgedEgress | undefined;
  /** The argv with the port of a proxy that listens in place of none. */
  readonly argvWithProxy: (port: number) => readonly string[];
  /** The policy without what the person says anew at each launch: this is what is approved. */
  readonly standing: Policy;
  readonly changes: readonly string[];
  readonly warnings: readonly string[];
  readonly findings: readonly Finding[];
}

export interface PlanRequest {
  readonly labelName: string;
  readonly runtime: string | undefined;
  readonly workspace: Workspace;
  readonly command: readonly string[];
  /** `podman container runlabel` is to read the label. */
  readonly runlabel: boolean;
}

/** Plans the launch of the last link of a chain; throws `refused` for what the policy does not allow. */
export async function planLaunch(
  host: Host,
  chain: readonly [Link, ...Link[]],
  images: ImagesByName,
  request: PlanRequest,
): Promise<LaunchPlan> {
  const { profile } = chain.at(-1) ?? chain[0];
  const evaluated = evaluateChain(host, chain, images, (link) =>
    declaredArgumentsFor(host, link, AS_BEFORE),
  );
  const label = chooseLabel(profile, evaluated.labels, request.labelName);
  const template = readRunLabel(label.value);
  const labels = asRecord(evaluated.labels);
  const values = {
    home: host.settings.home,
    cwd: request.workspace.path,
    image: profile.tag,
    ...egressValues(labels),
  };
  const argvFor = (more: Pick<LaunchValues, "opt1">): LaunchArgv =>
    launchArgv(
      template,
      { ...values, ...more },
      {
        ...request,
        asWritten: request.runlabel,
        terminal: host.terminal.interactive,
        init: hasPodmanInit(host.files),
      },
    );
  const launch = argvFor({});
  const egress = await judgedEgress(labels, launch.policy);
  const findings = judgeLaunch(host, launch.policy, {
    profile,
    label,
    workspace: request.workspace.path,
    allow: labels["paddock.allow"] ?? "",
    egress: egress?.findings ?? [],
  });
  return {
    profile,
    label,
    template,
    values,
    labels,
    workspace: request.workspace,
    places: realPlaces(
      [request.workspace.path, ...mountedFolders(launch.policy)],
      realPathFinder(host.files),
    ),
    ...launch,
    egress,
    argvWithProxy: (port) => argvFor({ opt1: String(port) }).argv,
    warnings: [
      ...launch.losses,
      ...workspaceWarnings(host, request.workspace.path),
      ...(request.runlabel && launch.policy.terminal.tty && !host.terminal.interactive
        ? ["runlabel asks for a terminal and there is none: a program that reads stdin will hang"]
        : []),
      ...(request.runlabel && egress?.proxy === true
        ? ["runlabel starts without Paddock's proxy: the sandbox reaches no host"]
        : []),
    ],
    findings,
  };
}

/** What is unwise about a workspace, a sentence each. */
export function workspaceWarnings(host: Pick<Host, "files">, path: string): readonly string[] {
  const count = countRepositories(host, path);
  return count > 1
    ? [`the workspace holds ${count} git repositories: the agent can change all`]
    : [];
}

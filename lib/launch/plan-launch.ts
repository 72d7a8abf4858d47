import type { Host } from "../host/host.ts";
import type { ImagesByName } from "../host/podman.ts";
import { AS_BEFORE, declaredArgumentsFor } from "../image/build-options.ts";
import type { Link } from "../image/chain.ts";
import { readRunLabel } from "../label/read-run-label.ts";
import type { LaunchValues, RunLabelTemplate } from "../label/run-label.ts";
import type { Finding } from "../policy/rules/finding.ts";
import type { Policy } from "../policy/policy.ts";
import type { Profile } from "../profile/lookup.ts";
import { chooseLabel } from "./choose-label.ts";
import type { ChosenLabel } from "./choose-label.ts";
import { asRecord, evaluateChain } from "./evaluated-labels.ts";
import { countRepositories } from "./find-workspace.ts";
import type { Workspace } from "./find-workspace.ts";
import { judgeLaunch } from "./judge-launch.ts";
import { launchArgv } from "./launch-argv.ts";
import { hasPodmanInit } from "./podman-init.ts";

/** All of a launch, decided and judged; nothing has been started or made. */
export interface LaunchPlan {
  readonly profile: Profile;
  readonly label: ChosenLabel;
  readonly template: RunLabelTemplate;
  readonly values: LaunchValues;
  /** The labels that the image must carry, by its Containerfile. */
  readonly labels: Readonly<Record<string, string>>;
  readonly workspace: Workspace;
  readonly argv: readonly string[];
  readonly policy: Policy;
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
export function planLaunch(
  host: Host,
  chain: readonly [Link, ...Link[]],
  images: ImagesByName,
  request: PlanRequest,
): LaunchPlan {
  const { profile } = chain.at(-1) ?? chain[0];
  const evaluated = evaluateChain(host, chain, images, (link) =>
    declaredArgumentsFor(host, link, AS_BEFORE),
  );
  const label = chooseLabel(profile, evaluated.labels, request.labelName);
  const template = readRunLabel(label.value);
  const values = {
    home: host.settings.home,
    cwd: request.workspace.path,
    image: profile.tag,
  };
  const launch = launchArgv(template, values, {
    ...request,
    asWritten: request.runlabel,
    terminal: host.terminal.interactive,
    init: hasPodmanInit(host.files),
  });
  const labels = asRecord(evaluated.labels);
  const findings = judgeLaunch(host, launch.policy, {
    profile,
    label,
    workspace: request.workspace.path,
    allow: labels["paddock.allow"] ?? "",
  });
  return {
    profile,
    label,
    template,
    values,
    labels,
    workspace: request.workspace,
    ...launch,
    warnings: [
      ...launch.losses,
      ...workspaceWarnings(host, request.workspace.path),
      ...(request.runlabel && launch.policy.terminal.tty && !host.terminal.interactive
        ? ["runlabel asks for a terminal and there is none: a program that reads stdin will hang"]
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

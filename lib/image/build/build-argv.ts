import type { Authorities } from "./build-options.ts";
import { AUTHORITIES_ARGUMENT } from "./build-options.ts";
import type { Profile } from "../../profile/lookup.ts";
import { AGENTS_LABEL } from "../pinned-agents.ts";
import { STAMP_LABEL } from "../freshness/staleness.ts";

/** The image label that names the profile: without it two equal Containerfiles would share one image id. */
export const PROFILE_LABEL = "paddock.profile";

export interface BuildPlan {
  readonly podman: string;
  readonly profile: Profile;
  readonly stamp: string;
  /** `agent=version` for each pinned agent; empty leaves the label out. */
  readonly agents: readonly string[];
  readonly buildArguments: Readonly<Record<string, string>>;
  readonly authorities: Authorities | undefined;
  /** `--no-cache`, or layers no older than this many seconds, or any. */
  readonly cache: "none" | "any" | { readonly seconds: number };
}

/** The argv of a build. Labels come last in the image and so keep the cache; their values are plain words (podman-build expands `$` in them). */
export function buildArgv(plan: BuildPlan): readonly string[] {
  const { profile, authorities, cache } = plan;
  return [
    plan.podman,
    "build",
    // Bases are pulled before, by name: a build on a local base must never ask a registry for it.
    "--pull=never",
    ...(cache === "none" ? ["--no-cache"] : []),
    ...(typeof cache === "object" ? [`--cache-ttl=${cache.seconds}s`] : []),
    ...Object.entries(plan.buildArguments).flatMap(([name, value]) => [
      "--build-arg",
      `${name}=${value}`,
    ]),
    ...(authorities === undefined
      ? []
      : [
          "--secret",
          `id=paddock-ca,src=${authorities.path}`,
          "--build-arg",
          `${AUTHORITIES_ARGUMENT}=${authorities.digest}`,
        ]),
    "--label",
    `${PROFILE_LABEL}=${profile.name}`,
    "--label",
    `${STAMP_LABEL}=${plan.stamp}`,
    ...(plan.agents.length === 0 ? [] : ["--label", `${AGENTS_LABEL}=${plan.agents.join(" ")}`]),
    "--tag",
    profile.tag,
    "--file",
    profile.containerfile,
    profile.directory,
  ];
}

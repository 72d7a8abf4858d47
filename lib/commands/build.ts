import type { Argv } from "yargs";
import type { Host } from "../host/host.ts";
import { DEFAULT_PROFILE } from "../profile/names.ts";
import type { Command } from "./line/command.ts";
import { readBuildArguments } from "./line/build-arguments.ts";
import { showBuild } from "./show/show-build.ts";

interface BuildFlags {
  readonly profile: string;
  readonly "build-arg": readonly string[];
  readonly ca: string | undefined;
  readonly pull: boolean;
  readonly json: boolean;
}

function flags(yargs: Argv): Argv<BuildFlags> {
  return yargs
    .positional("profile", {
      type: "string",
      default: DEFAULT_PROFILE,
      describe: "Profile whose image is built, after those it is built on",
    })
    .option("build-arg", {
      type: "string",
      array: true,
      nargs: 1,
      default: [],
      describe: "NAME=VALUE for an ARG; remembered for this image",
    })
    .option("ca", {
      type: "string",
      requiresArg: true,
      describe: "PEM file of extra certificate authorities; remembered for this image",
    })
    .option("pull", {
      type: "boolean",
      default: false,
      describe: "Pull the image named in FROM anew",
    })
    .option("json", {
      type: "boolean",
      default: false,
      describe: "Events as lines of JSON on stdout",
    });
}

async function build(host: Host, given: BuildFlags, rebuild: boolean): Promise<number> {
  const [{ requireEngine }, { ensureImages, surveyProfile }, { recoverFiles }] = await Promise.all([
    import("../launch/machine/engine-checks.ts"),
    import("../image/ensure.ts"),
    import("../upgrade/pins/recover-files.ts"),
  ]);
  // An upgrade that was killed must not be built half.
  await recoverFiles(host);
  const request = {
    buildArguments: readBuildArguments(given["build-arg"]),
    authorities: given.ca === undefined ? undefined : (host.files.realPath(given.ca) ?? given.ca),
  };
  const podman = await requireEngine(host);
  const survey = await surveyProfile(host, given.profile, { podman, request });
  const shown = showBuild(host, { json: given.json, fresh: true });
  try {
    const { pull } = given;
    await ensureImages(host, survey, { podman, request, rebuild, pull, onEvent: shown.onEvent });
  } finally {
    shown.done();
  }
  return 0;
}

/** `paddock build`: builds what is missing or stale. */
export const buildCommand: Command<BuildFlags> = {
  usage: "build [profile]",
  describe: "Build the image where it is missing or stale",
  flags,
  run: (host, given) => build(host, given, false),
};

/** `paddock rebuild`: builds without the cache. */
export const rebuildCommand: Command<BuildFlags> = {
  usage: "rebuild [profile]",
  describe: "Build the image anew, without the layer cache",
  flags,
  run: (host, given) => build(host, given, true),
};

import { externalImages } from "../../containerfile/external-images.ts";
import { parseContainerfile } from "../../containerfile/parse.ts";
import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import { argumentsFor, AS_BEFORE } from "../../image/build/build-options.ts";
import { ownFolders } from "../../launch/workspace/find-workspace.ts";
import { realPathFinder } from "../../launch/plan/judge-launch.ts";
import { profileOfImage } from "../../profile/names.ts";
import { requireProfile, type Profile } from "../../profile/lookup.ts";
import { entrypointOf } from "../entrypoint.ts";
import { readSubject } from "../reading.ts";
import { UNKNOWN_BASE, type BaseFacts, type Subject } from "../subject.ts";

/** A Containerfile on the disk: a profile's, or one that belongs to none. */
export type CheckedSource = Pick<Profile, "containerfile" | "directory" | "text"> & {
  readonly profile: Profile | undefined;
};

type SubjectHost = Pick<Host, "settings" | "files">;

// A launch's own directory is not known yet, and what is found must not depend on where one stands.
const WORKSPACE = "/workspace";

/** What a Containerfile's rules need to know, from the Containerfiles below it; no podman is asked. */
export function subjectOf(host: SubjectHost, source: CheckedSource): Subject {
  return subjectAbove(host, source, []);
}

function subjectAbove(
  host: SubjectHost,
  { profile, text, directory }: CheckedSource,
  above: readonly string[],
): Subject {
  const { settings, files } = host;
  const buildArguments = profile === undefined ? {} : argumentsFor(host, profile, AS_BEFORE);
  const chain = profile === undefined ? above : [...above, profile.tag];
  return {
    text,
    image: profile?.tag,
    base: baseOf(host, { text, buildArguments }, chain),
    buildArguments,
    machine: {
      home: settings.home,
      dataHome: settings.dataHome,
      protectedPaths: ownFolders(host),
      runtimeDir: settings.runtimeDirectory,
      workspace: WORKSPACE,
      realPath: realPathFinder(files),
    },
    readContext: (path) => readFile(files, `${directory}/${path}`),
  };
}

// What is no file, or may not be read, tells as little as what is not there.
function readFile(files: SubjectHost["files"], path: string): string | undefined {
  const isFile = files.facts(path)?.kind === "file" && files.may(path, "read");
  return isFile ? files.readText(path) : undefined;
}

function baseOf(
  host: SubjectHost,
  { text, buildArguments }: Pick<Subject, "text" | "buildArguments">,
  above: readonly string[],
): BaseFacts {
  let base: string | undefined;
  try {
    ({ base } = externalImages(parseContainerfile(text), { buildArgs: buildArguments }));
  } catch (error) {
    // The file's own faults are found when it is read.
    if (error instanceof PaddockError) return UNKNOWN_BASE;
    throw error;
  }
  if (base === undefined) return { ...UNKNOWN_BASE, isKnown: true };
  const below = profileOfImage(base);
  return below === undefined ? UNKNOWN_BASE : profileFacts(host, below, above);
}

function profileFacts(host: SubjectHost, name: string, above: readonly string[]): BaseFacts {
  try {
    const profile = requireProfile(host, name);
    if (above.includes(profile.tag)) {
      const failure = `Profiles are built on each other in a circle: ${[...above, profile.tag].join(" -> ")}`;
      return { ...UNKNOWN_BASE, failure };
    }
    const reading = readSubject(subjectAbove(host, { ...profile, profile }, above));
    const { base } = reading.subject;
    return {
      isKnown: base.isKnown,
      labels: Object.fromEntries(reading.image.labels.map(({ key, value }) => [key, value])),
      environment: reading.image.environment,
      entrypoint: entrypointOf(reading),
      ...(base.failure !== undefined && { failure: base.failure }),
    };
  } catch (error) {
    if (!(error instanceof PaddockError)) throw error;
    return { ...UNKNOWN_BASE, failure: error.message };
  }
}

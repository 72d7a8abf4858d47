import { dirname } from "node:path";
import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import { lookUpProfile, profileNames, requireProfile, type Profile } from "../../profile/lookup.ts";
import { replaceFiles } from "../../upgrade/pins/replace-files.ts";
import { checkContainerfile } from "../check-containerfile.ts";
import type { CheckFinding } from "../finding.ts";
import { mend } from "../mend.ts";
import { subjectOf, type CheckedSource } from "./profile-subject.ts";

/** One Containerfile with all that is to be said of it. */
export interface CheckedFile {
  readonly path: string;
  /** The profile's name; undefined for a file that belongs to none. */
  readonly profile: string | undefined;
  readonly text: string;
  readonly findings: readonly CheckFinding[];
  /** What was mended, with the places as they were. */
  readonly mended: readonly CheckFinding[];
}

/** What to check: profiles by name, all of them without a name, or one file. */
export interface CheckRequest {
  readonly profiles: readonly string[];
  readonly file: string | undefined;
  /** Mend what has exactly one right answer. */
  readonly fix: boolean;
}

/** Checks Containerfiles, each once; throws PaddockError "usage" for a file that is not there, "profile-unknown" for a profile, "containerfile-invalid" for what cannot be read. */
export async function checkFiles(
  host: Host,
  request: CheckRequest,
): Promise<readonly CheckedFile[]> {
  const sources =
    request.file === undefined ? named(host, request) : [fileSource(host, request.file)];
  const checked: CheckedFile[] = [];
  for (const source of sources) checked.push(await checkSource(host, source, request.fix));
  return checked;
}

async function checkSource(host: Host, source: CheckedSource, fix: boolean): Promise<CheckedFile> {
  const { containerfile: path, text: was } = source;
  const subject = subjectOf(host, source);
  const about = { path, profile: source.profile?.name };
  const { text, mended } = fix ? mend(subject) : { text: was, mended: [] };
  if (text !== was) await replaceFiles(host, [{ path, was, text }]);
  return { ...about, text, mended, findings: checkContainerfile({ ...subject, text }) };
}

function named(host: Host, { profiles }: CheckRequest): readonly CheckedSource[] {
  const names = profiles.length > 0 ? profiles : profileNames(host);
  const found = names.map((name) => readProfile(host, name));
  // A folder `latest` backs two names.
  const first = (profile: Profile): boolean =>
    found.find(({ containerfile }) => containerfile === profile.containerfile) === profile;
  return found.filter(first).map(sourceOf);
}

function readProfile(host: Host, name: string): Profile {
  const lookup = lookUpProfile(host, name);
  if (lookup.kind === "unreadable") throw unreadable(lookup.path, lookup.cause);
  return lookup.kind === "found" ? lookup.profile : requireProfile(host, name);
}

function sourceOf(profile: Profile): CheckedSource {
  return { ...profile, profile };
}

function fileSource(host: Host, file: string): CheckedSource {
  const { files, settings } = host;
  const given = file.startsWith("/") ? file : `${settings.workingDirectory ?? ""}/${file}`;
  const path = files.realPath(given);
  const text = path === undefined ? undefined : readFile(host, path);
  if (path === undefined || text === undefined) {
    throw new PaddockError("usage", `There is no file ${file}.`, { fix: "Name a Containerfile." });
  }
  const profile = profileNames(host)
    .map((name) => lookUpProfile(host, name))
    .flatMap((lookup) => (lookup.kind === "found" ? [lookup.profile] : []))
    .find(({ containerfile }) => files.realPath(containerfile) === path);
  return { containerfile: path, directory: dirname(path), text, profile };
}

function readFile({ files }: Host, path: string): string | undefined {
  try {
    return files.readText(path);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

function unreadable(path: string, cause: unknown): PaddockError {
  return new PaddockError("containerfile-invalid", `${path} cannot be read.`, {
    fix: "Name a Containerfile, and make it readable for you.",
    cause,
  });
}

import { approvedStandings, compareStandings } from "../../approval/judge-approval.ts";
import { PaddockError } from "../../errors.ts";
import { comparePolicies } from "../../explain/compare.ts";
import type { Change } from "../../explain/compare.ts";
import { showChanges, showRows } from "../../explain/show-rows.ts";
import type { Host } from "../../host/host.ts";
import { explainProfile } from "../../launch/explained/explain-profile.ts";
import type { ExplainedProfile } from "../../launch/explained/explain-profile.ts";
import { DEFAULT_PROFILE, imageTag, requireProfileName } from "../../profile/names.ts";
import { requireProfile } from "../../profile/lookup.ts";
import type { Profile } from "../../profile/lookup.ts";
import type { ExplainFlags } from "../explain.ts";

/** `paddock explain` with its flags read; returns the exit status. */
export async function showExplanation(host: Host, given: ExplainFlags): Promise<number> {
  const explained = await explainProfile(host, chosenProfile(host, given));
  const changes =
    given.diff === undefined ? undefined : await differences(host, given.diff, explained);
  host.terminal.answer(
    given.json ? asJson(explained, changes) : asText(explained, changes, host.terminal.columns),
  );
  return 0;
}

/** The word of `--diff` for what was approved last. */
const APPROVED = "approved";

async function differences(
  host: Host,
  other: string,
  explained: ExplainedProfile,
): Promise<readonly Change[]> {
  const { profile, context, standing } = explained;
  const { workspace } = context;
  if (other !== APPROVED) {
    const before = await explainProfile(host, requireProfile(host, other));
    return comparePolicies(before, explained);
  }
  const latest = approvedStandings(host, { profile: profile.name, workspace }).at(-1);
  if (latest === undefined) {
    throw new PaddockError("failed", `${profile.name} was never approved for ${workspace}.`, {
      fix: `Leave --diff out to see all that it grants.`,
    });
  }
  return compareStandings(latest, standing, workspace);
}

function chosenProfile(host: Host, { profile, file }: ExplainFlags): Profile {
  if (file === undefined) return requireProfile(host, profile ?? DEFAULT_PROFILE);
  const { workingDirectory = "" } = host.settings;
  const path = file.startsWith("/") ? file : `${workingDirectory}/${file}`;
  const text = readFile(host, path);
  if (text === undefined) {
    throw new PaddockError("usage", `There is no file ${path}.`, {
      fix: "Name a Containerfile that is there.",
    });
  }
  if (profile !== undefined) requireProfileName(profile);
  const directory = path.slice(0, path.lastIndexOf("/")) || "/";
  const name = profile ?? DEFAULT_PROFILE;
  return { name, tag: imageTag(name), directory, containerfile: path, text, origin: "user" };
}

function readFile({ files }: Host, path: string): string | undefined {
  try {
    return files.readText(path);
  } catch (cause) {
    throw new PaddockError("containerfile-invalid", `${path} cannot be read.`, {
      fix: "Name a Containerfile, and make it readable for you.",
      cause,
    });
  }
}

function asText(
  explained: ExplainedProfile,
  changes: readonly Change[] | undefined,
  columns: number,
): string {
  const { profile, rows } = explained;
  if (changes === undefined) {
    const head = { topic: "profile", text: `${profile.name} (${profile.containerfile})` };
    return showRows([head, ...rows], columns);
  }
  return changes.length === 0 ? "no difference\n" : showChanges(changes, columns);
}

function asJson(explained: ExplainedProfile, changes: readonly Change[] | undefined): string {
  const { profile, label, policy, rows } = explained;
  const answer = {
    profile: profile.name,
    containerfile: profile.containerfile,
    image: policy.image,
    label: { key: label.key, value: label.value, inherited: label.inherited },
    policy,
    rows,
    ...(changes && { changes }),
  };
  return `${JSON.stringify(answer, undefined, 2)}\n`;
}

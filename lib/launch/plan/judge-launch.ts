import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import { parseAllow } from "../../policy/rules/allow.ts";
import type { Finding } from "../../policy/rules/finding.ts";
import { judge } from "../../policy/rules/judge.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Profile } from "../../profile/lookup.ts";
import type { ChosenLabel } from "./choose-label.ts";
import { ownFolders } from "../workspace/find-workspace.ts";

export interface JudgeContext {
  readonly profile: Profile;
  readonly label: ChosenLabel;
  readonly workspace: string;
  /** The text of `LABEL paddock.allow`. */
  readonly allow: string;
  /** What a list of hosts says of the launch, where the profile has one. */
  readonly egress: readonly Finding[];
}

/** What the rules say of a launch: what they refuse, warnings, and the exceptions that the profile makes. */
export function launchFindings(
  host: Pick<Host, "settings" | "files">,
  policy: Policy,
  context: Omit<JudgeContext, "label">,
): readonly Finding[] {
  const { settings, files } = host;
  const findings = judge(policy, {
    image: context.profile.tag,
    home: settings.home,
    dataHome: settings.dataHome,
    protectedPaths: ownFolders(host),
    ...(settings.runtimeDirectory === undefined ? {} : { runtimeDir: settings.runtimeDirectory }),
    workspace: context.workspace,
    allow: parseAllow(context.allow),
    realPath: realPathFinder(files),
  });
  return [...context.egress, ...findings];
}

/** Refuses a launch that the rules do not allow and returns what they say besides: warnings, and the exceptions that the profile makes. */
export function judgeLaunch(host: Host, policy: Policy, context: JudgeContext): readonly Finding[] {
  const findings = launchFindings(host, policy, context);
  const [error, ...more] = findings.filter(({ severity }) => severity === "error");
  if (error === undefined) return findings;
  const origin = context.label.inherited
    ? `the label ${context.label.key} that ${context.profile.name} inherits`
    : `the label ${context.label.key} of ${context.profile.name}`;
  throw new PaddockError(
    "refused",
    [`Refused: ${origin}: ${error.message}`, ...more.map(({ message }) => `  ${message}`)].join(
      "\n",
    ),
    { fix: error.fix },
  );
}

/** Real paths for the rules, which ask for the same few places again and again: each answer costs a system call or several. */
export function realPathFinder(files: Pick<Host["files"], "realPath">): (path: string) => string {
  const known = new Map<string, string>();
  return (path) => {
    const found = known.get(path) ?? realPathOf(files, path);
    known.set(path, found);
    return found;
  };
}

/** The real path of what exists of a path, with the rest of it as written. */
function realPathOf(files: Pick<Host["files"], "realPath">, path: string): string {
  const real = files.realPath(path);
  if (real !== undefined || path === "/" || !path.startsWith("/")) return real ?? path;
  const end = path.lastIndexOf("/");
  const parent = realPathOf(files, path.slice(0, end) || "/");
  return `${parent === "/" ? "" : parent}${path.slice(end)}`;
}

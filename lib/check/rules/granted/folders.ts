import { overlaps } from "../../../policy/rules/places/paths.ts";
import { hostPath } from "../../../policy/rules/places/place.ts";
import type { RuleTable } from "../../finding.ts";
import type { LaunchFinding } from "../../launch/blame.ts";
import type { LaunchFacts } from "../../launch/launch-facts.ts";
import { granter } from "./grant.ts";

const OWN = {
  "workspace-files": {
    severity: "note",
    why: "The host runs files of the workspace later: .git/hooks and .git/config, .vscode, .envrc, Makefile, scripts of package.json. An agent that may write there may write those.",
    fix: "Read what a session changed before you run anything there; mount what need not change with :ro.",
  },
  "shared-home": {
    severity: "note",
    why: "A home that lies on the host outlives the session: all sessions share its logins, and what one agent plants there runs in the next.",
    fix: "Give each profile a home of its own, or leave the mount out for a home that is thrown away.",
  },
  "relative-mount": {
    severity: "warning",
    why: "A relative source depends on where the launch is started from; without ./ it is even a named volume.",
    fix: "Begin the source with /, \\$PWD or \\$HOME.",
  },
  tilde: {
    severity: "error",
    why: "Neither the build nor the launch starts a shell, so ~ stays a tilde.",
    fix: "Write \\$HOME.",
  },
} as const satisfies RuleTable;

/** What an agent leaves behind in the folders that it may write to. */
export const FOLDER_RULES: RuleTable = OWN;

const grants = granter(OWN);

/** Findings about folders of the host that a launch mounts. */
export function judgeFolders({ policy, context, environment }: LaunchFacts): LaunchFinding[] {
  const home = environment["HOME"] ?? "/root";
  return policy.mounts.flatMap(({ kind, source, destination = "", readOnly, flag }) => {
    if (source === undefined) return [];
    if (source.startsWith("~")) {
      return [grants("tilde", { message: `${source} is no directory of the home.`, about: flag })];
    }
    if (kind !== "bind") return [];
    const findings: LaunchFinding[] = [];
    if (source.startsWith(".")) {
      const message = `${source} is relative to the directory of the launch.`;
      findings.push(grants("relative-mount", { message, about: flag }));
    }
    if (readOnly) return findings;
    if (overlaps(hostPath(source, context).path, context.workspace)) {
      const message = "The workspace can be written to, and the host runs files of it later.";
      findings.push(grants("workspace-files", { message, about: flag }));
    }
    if (isHome(destination, home)) {
      const message = `The home ${destination} lies on the host, for all sessions of the profile.`;
      findings.push(grants("shared-home", { message, about: flag }));
    }
    return findings;
  });
}

/** Whether a place in the sandbox is somebody's home. */
function isHome(destination: string, home: string): boolean {
  const path = destination.replace(/(?<=.)\/+$/, "");
  return path === home || path === "/root" || /^\/home\/[^/]+$/.test(path);
}

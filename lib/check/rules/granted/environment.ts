import type { RuleTable } from "../../finding.ts";
import type { LaunchFinding } from "../../launch/blame.ts";
import type { LaunchFacts } from "../../launch/launch-facts.ts";
import { hasUserInfo, holdsSecret, isProxyName, isSecretName } from "../secret-names.ts";
import { granter } from "./grant.ts";

const OWN = {
  "secret-in-label": {
    severity: "error",
    why: "A secret given with -e is stored in the image's label, shown by podman inspect, and readable by every process of the sandbox.",
    fix: "Remove it, revoke it, and log in within the sandbox.",
  },
  "secret-passed": {
    severity: "warning",
    why: "A secret that -e takes from the host is readable in the sandbox to the end of the session, under krun in /.krun_config.json by everyone.",
    fix: "Log in within the sandbox.",
  },
  "proxy-credentials": {
    severity: "error",
    why: "A proxy's user and password in the label are handed to every agent.",
    fix: "Write the address without credentials.",
  },
  "agent-socket": {
    severity: "warning",
    why: "Who reaches the socket of an agent of keys can log in as its owner; under krun it does not even work.",
    fix: "Leave it out; give the sandbox a key of its own.",
  },
  "noexec-tmp": {
    severity: "warning",
    why: "Agents built with Bun unpack native code into the folder for temporary files and die silently where that is noexec.",
    fix: "Set TMPDIR and BUN_TMPDIR to a folder in the home, as the base's entrypoint does.",
  },
  "tz-local": {
    severity: "note",
    why: "--tz=local fails on hosts whose /etc/localtime is no link into zoneinfo.",
    fix: "Name the zone, or leave it out.",
  },
} as const satisfies RuleTable;

/** What a launch puts into the sandbox's environment. */
export const ENVIRONMENT_RULES: RuleTable = OWN;

const grants = granter(OWN);

/** Findings about variables, and about the folder for temporary files that they may have to name; no value is shown. */
export function judgeEnvironment(facts: LaunchFacts): LaunchFinding[] {
  const { policy } = facts;
  return [
    ...policy.environment.set.flatMap(({ name, value }) => judgeVariable(name, value)),
    ...judgeTemporary(facts),
    ...policy.other
      .filter(({ flag, value }) => flag === "tz" && value === "local")
      .map(() => grants("tz-local", { message: "--tz=local asks for the host's zone." })),
  ];
}

function judgeVariable(name: string, value: string | undefined): LaunchFinding[] {
  if (name === "SSH_AUTH_SOCK" || name === "GPG_AGENT_INFO") {
    return [grants("agent-socket", { message: `-e ${name} points to an agent of keys.` })];
  }
  if (value === undefined) {
    if (!isSecretName(name)) return [];
    return [grants("secret-passed", { message: `-e ${name} takes a secret from the host.` })];
  }
  if (isProxyName(name)) {
    if (!hasUserInfo(value)) return [];
    return [grants("proxy-credentials", { message: `-e ${name} holds a user and a password.` })];
  }
  if (!holdsSecret(name, value)) return [];
  return [grants("secret-in-label", { message: `-e ${name} looks like a secret.` })];
}

function judgeTemporary({ policy, environment, entrypoint }: LaunchFacts): LaunchFinding[] {
  const tmp = policy.mounts.find(
    ({ destination, options }) => destination === "/tmp" && options.includes("noexec"),
  );
  const isNamed =
    environment["BUN_TMPDIR"] !== undefined ||
    policy.environment.set.some(({ name }) => name === "BUN_TMPDIR") ||
    entrypoint?.script?.includes("BUN_TMPDIR") === true;
  if (tmp === undefined || isNamed) return [];
  const message = "/tmp is noexec, and nothing sets BUN_TMPDIR.";
  return [grants("noexec-tmp", { message, about: tmp.flag })];
}

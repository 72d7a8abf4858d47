import { type Finding, refuseUnless, type RuleContext } from "../finding.ts";
import { FLAGS } from "../../flags.ts";
import { type FlagValue, type Policy, type Setting } from "../../policy.ts";
import { hostPath, isProtected } from "./place.ts";

/** What flags make Podman read, write or run on the host, and what they take from its environment. */
export function judgeHostFiles(policy: Policy, context: RuleContext): Finding[] {
  const { files, host, set } = policy.environment;
  const { runtime = "" } = policy;
  const uses = [...files.map((value) => ({ flag: "env-file", value })), ...policy.other];
  return [
    ...(host ? [refuseHostEnvironment("--env-host", context)] : []),
    ...set.flatMap((setting) => judgeVariable(setting, context)),
    ...uses.flatMap((use) => judgeFile(use, context)),
    ...uses.flatMap((use) => judgeEngineFlag(use, context)),
    ...(runtime.includes("/") ? [refuseFlag("runtime", runtime, RUNS, context)] : []),
  ];
}

const READS = "reads a file of the host into the sandbox";
const WRITES = "writes a file of the host";
const RUNS = "runs a program of the host's";
const PASSES = "passes on an open file of the host";

/** What each flag does with the path or name that is its value. */
const HOST_FLAGS: Readonly<Record<string, string>> = {
  "env-file": READS,
  "label-file": READS,
  "hosts-file": READS,
  "init-path": RUNS,
  cidfile: WRITES,
  pidfile: WRITES,
  "conmon-pidfile": WRITES,
  "health-log-destination": WRITES,
  "log-opt": WRITES,
  secret: "hands a secret of Podman's store to the sandbox",
  "preserve-fd": PASSES,
  "preserve-fds": PASSES,
};

/** The values with which such a flag leaves the host alone. */
const HARMLESS: Readonly<Record<string, RegExp>> = {
  "hosts-file": /^(?:image|none)?$/,
  "health-log-destination": /^(?:local|events_logger)?$/,
  "log-opt": /^(?!path=)/,
  "preserve-fds": /^0*$/,
};

function judgeFile({ flag, value }: FlagValue, context: RuleContext): Finding[] {
  const deed = Object.hasOwn(HOST_FLAGS, flag) ? HOST_FLAGS[flag] : undefined;
  if (deed === undefined || HARMLESS[flag]?.test(value)) return [];
  const path = value.replace(/^path=/, "");
  const isPath = deed === READS || deed === WRITES || deed === RUNS;
  if (isPath && isProtected(hostPath(path, context), context)) {
    const message = `--${flag}=${value} reaches into Paddock's own files.`;
    return [{ rule: "host-file", severity: "error", message, fix: "Leave it out." }];
  }
  return [refuseFlag(flag, flag === "secret" ? value.replace(/,.*$/s, "") : value, deed, context)];
}

function refuseFlag(flag: string, value: string, deed: string, context: RuleContext): Finding {
  return refuseUnless(context.allow, {
    rule: flag === "runtime" ? "runtime-path" : "host-file",
    message: `--${flag}=${value} ${deed}.`,
    fix: flag === "runtime" ? "Name the runtime without a path." : "Leave it out.",
    allow: `${flag}=${value}`,
  });
}

/** Podman's own flags that change nothing about what runs. */
const ENGINE_HARMLESS: ReadonlySet<string> = new Set([
  "cgroup-manager",
  "events-backend",
  "log-level",
  "max-workers",
  "syslog",
  "trace",
]);
const ENGINE_FLAGS: ReadonlySet<string> = new Set(
  FLAGS.filter((flag) => flag.engine === "yes").map((flag) => flag.name),
);

function judgeEngineFlag({ flag, value }: FlagValue, context: RuleContext): Finding[] {
  if (!ENGINE_FLAGS.has(flag) || ENGINE_HARMLESS.has(flag)) return [];
  if (flag === "runtime-flag") return [refuseFlag(flag, value, "changes the OCI runtime", context)];
  return [
    {
      rule: "engine-flag",
      severity: "error",
      message: `--${flag} makes Podman use another store, another program or other settings than the ones that were checked.`,
      fix: "Leave it out; set it in containers.conf for all of Podman.",
    },
  ];
}

// `-e NAME` takes the host's value; `-e PREFIX*` each variable that begins so.
function judgeVariable({ name, value }: Setting, context: RuleContext): Finding[] {
  if (value !== undefined) return [];
  if (name === "*") return [refuseHostEnvironment("-e '*'", context)];
  const every = name.endsWith("*");
  return [
    {
      rule: "environment",
      severity: every ? "warning" : "note",
      message: every
        ? `-e ${name} takes every variable of the host that begins so.`
        : `-e ${name} takes the host's value.`,
      fix: every ? "Name each variable." : `Write -e ${name}=VALUE for a fixed value.`,
    },
  ];
}

function refuseHostEnvironment(spelling: string, context: RuleContext): Finding {
  return refuseUnless(context.allow, {
    rule: "env-host",
    message: `${spelling} hands the host's whole environment, with its secrets, to the sandbox.`,
    fix: "Name the variables that are needed with -e.",
    allow: "env-host",
  });
}

import { egressText } from "../../../launch/egress/egress-label.ts";
import { readMount } from "../../../policy/mounts/read-mounts.ts";
import type { RuleTable } from "../../finding.ts";
import type { LaunchFinding } from "../../launch/blame.ts";
import { annotation, type LaunchFacts } from "../../launch/launch-facts.ts";
import { granter } from "./grant.ts";

const OWN = {
  "krun-init": {
    severity: "error",
    why: "--init puts a program before the machine's own init, and the machine does not start.",
    fix: "Leave --init out.",
  },
  "krun-exec": {
    severity: "warning",
    why: "podman exec, and so every health check, does not enter a krun machine.",
    fix: "Leave it out; look from within the session.",
  },
  "krun-tmpfs-size": {
    severity: "warning",
    why: "A krun guest ignores the size of a tmpfs: only the machine's memory caps it.",
    fix: "Count on krun.ram_mib alone; keep the size for launches under another runtime.",
  },
  "krun-second-tmpfs": {
    severity: "error",
    why: "krun makes at most one tmpfs; of a second one noexec and nosuid do not hold, and the first becomes executable too.",
    fix: "Keep one tmpfs, and write --read-only-tmpfs=false with --read-only.",
  },
  "krun-annotation": {
    severity: "warning",
    why: "Only krun reads its annotations; any other runtime ignores them without a word.",
    fix: "Write --runtime krun, or the limit as a flag of Podman.",
  },
  "passt-network": {
    severity: "error",
    why: "krun.use_passt takes its network from pasta; with another network the guest has an address that leads nowhere.",
    fix: "Write --network pasta, or leave krun.use_passt out.",
  },
  "passt-allowlist": {
    severity: "error",
    why: "With krun.use_passt passt holds every port of the machine, so a port that is opened by pasta's -T cannot be, and the launch fails.",
    fix: "Leave krun.use_passt out.",
  },
  "entrypoint-root": {
    severity: "warning",
    why: "A krun guest's first process is root with every capability, whatever the flags say: only the entrypoint can drop them.",
    fix: "Let the entrypoint drop with setpriv --reuid ... --bounding-set=-all --no-new-privs, as that of the base does.",
  },
} as const satisfies RuleTable;

/** What a krun machine does not do, or does another way. */
export const MACHINE_RULES: RuleTable = OWN;

const grants = granter(OWN);

/** Findings about what krun makes of a launch. */
export function judgeMachine(facts: LaunchFacts): LaunchFinding[] {
  const { policy } = facts;
  if (!facts.isMachine) {
    const ignored = policy.annotations
      .filter(({ name }) => name.startsWith("krun."))
      .map(({ name }) =>
        grants("krun-annotation", { message: `${name} does nothing here.`, about: "annotation" }),
      );
    return [...ignored, ...judgePasst(facts)];
  }
  const about = "init";
  return [
    ...(policy.init ? [grants("krun-init", { message: "--init breaks krun.", about })] : []),
    ...judgeExec(facts),
    ...judgeTmpfs(facts),
    ...judgePasst(facts),
    ...judgeEntrypoint(facts),
  ];
}

function judgeExec({ policy, labels }: LaunchFacts): LaunchFinding[] {
  const checks = policy.other.filter(({ flag }) => /^health-(?:startup-)?cmd$/.test(flag));
  const execs = Object.entries(labels).filter(([, value]) =>
    /^\s*(?:\S*\/)?(?:podman|docker)\s+(?:container\s+)?exec\s/.test(value),
  );
  return [
    ...checks.map(({ flag }) => {
      const message = `--${flag} cannot look into the machine.`;
      return grants("krun-exec", { message, about: flag });
    }),
    ...execs.map(([key]) => {
      const message = `The label ${key} uses podman exec, which does not enter the machine.`;
      return grants("krun-exec", { message, label: key });
    }),
  ];
}

function judgeTmpfs({ policy }: LaunchFacts): LaunchFinding[] {
  const written = policy.mounts.filter(({ kind }) => kind === "tmpfs");
  const sized = written.filter(({ options, text, flag }) =>
    (flag === "mount" ? fieldsOf(text) : options).some((option) =>
      /^(?:tmpfs-)?size=/.test(option),
    ),
  );
  const added = policy.readOnlyRoot && policy.readOnlyTmpfs;
  const second = written.length + (added ? 1 : 0) > 1;
  const places = written.map(({ destination = "" }) => destination).join(", ");
  return [
    ...sized.map(({ destination = "", flag }) => {
      const message = `krun ignores the size of the tmpfs at ${destination}.`;
      return grants("krun-tmpfs-size", { message, about: flag });
    }),
    ...(second
      ? [
          grants("krun-second-tmpfs", {
            message: added
              ? `--read-only adds more tmpfs to the one at ${places}.`
              : `More than one tmpfs: ${places}.`,
            about: added ? "read-only" : "tmpfs",
          }),
        ]
      : []),
  ];
}

function fieldsOf(text: string): readonly string[] {
  return readMount(text).options;
}

function judgePasst({ policy, labels }: LaunchFacts): LaunchFinding[] {
  const passt = annotation(policy, "krun.use_passt");
  if (passt === undefined || /^(?:0|false|)$/i.test(passt)) return [];
  const { networks } = policy;
  const isPasta = networks.length > 0 && networks.every(({ mode }) => mode === "pasta");
  const opens = networks.some(({ options }) =>
    options.some((option) => /^(?:-T|--tcp-ns)/.test(option)),
  );
  const findings: LaunchFinding[] = [];
  if (!isPasta) {
    const others = networks.filter(({ mode }) => mode !== "pasta");
    const named = others.map(({ mode }) => mode).join(", ");
    const message =
      named === ""
        ? "krun.use_passt without a network."
        : `krun.use_passt with the network ${named}.`;
    findings.push(
      grants("passt-network", { message, about: networks.length > 0 ? "network" : "annotation" }),
    );
  }
  // A list of hosts says the same of its own network.
  if (opens && egressText(labels) === undefined) {
    const message = "krun.use_passt with a port that pasta opens (-T).";
    findings.push(grants("passt-allowlist", { message, about: "annotation" }));
  }
  return findings;
}

const DROPS = /\b(?:setpriv|capsh|su-exec|gosu|runuser|setuidgid|chpst|sudo)\b|\bsu\s+-/;

function judgeEntrypoint({ policy, entrypoint, isBaseKnown }: LaunchFacts): LaunchFinding[] {
  const given = policy.entrypoint;
  const words = given === undefined ? (entrypoint?.words ?? []) : [given, ...policy.command];
  const script = given === undefined || entrypoint?.words[0] === given ? entrypoint?.script : "";
  if (DROPS.test([...words, script ?? ""].join(" "))) return [];
  const isSeen = words.length > 0 ? script !== undefined : isBaseKnown;
  const message = isSeen
    ? "Nothing drops root's rights before the command starts."
    : "The entrypoint lies in an image below, and nothing here says that it drops root's rights.";
  const about = given === undefined ? "runtime" : "entrypoint";
  return [grants("entrypoint-root", { message, about })];
}

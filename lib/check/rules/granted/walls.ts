import type { RuleTable } from "../../finding.ts";
import type { LaunchFinding } from "../../launch/blame.ts";
import { annotation, type LaunchFacts } from "../../launch/launch-facts.ts";
import { granter } from "./grant.ts";

const OWN = {
  runtime: {
    severity: "warning",
    why: "Every runtime but krun runs the agent on this machine's own kernel.",
    fix: "Write --runtime krun.",
  },
  "no-memory-limit": {
    severity: "warning",
    why: "Without a cap of memory the sandbox can take all that the machine has.",
    fix: "Write --annotation krun.ram_mib=8192, or --memory under another runtime.",
  },
  "no-process-limit": {
    severity: "warning",
    why: "Without a cap of its own the sandbox has whatever number of processes the machine's Podman is set to.",
    fix: "Write --pids-limit 1024.",
  },
  "writable-root": {
    severity: "warning",
    why: "With a writable root the agent can change the programs that it is started with, the entrypoint among them.",
    fix: "Write --read-only --read-only-tmpfs=false, and a --tmpfs for /tmp.",
  },
  capabilities: {
    severity: "warning",
    why: "Podman leaves a container eleven capabilities; an agent needs none.",
    fix: "Write --cap-drop ALL.",
  },
  "new-privileges": {
    severity: "warning",
    why: "Without no-new-privileges a setuid program in the image gives the agent its owner's rights.",
    fix: "Write --security-opt no-new-privileges.",
  },
} as const satisfies RuleTable;

/** Walls that a launch does without. */
export const WALL_RULES: RuleTable = OWN;

const grants = granter(OWN);

/** What a launch leaves out. */
export function judgeWalls(facts: LaunchFacts): LaunchFinding[] {
  const { policy } = facts;
  const drops = policy.capabilities.drop.includes("ALL");
  const keeps = policy.security.some(
    ({ name, value = "true" }) => name === "no-new-privileges" && /^(?:1|t|true|)$/i.test(value),
  );
  const findings: (LaunchFinding | false)[] = [
    !facts.isMachine && judgeRuntime(facts),
    !isLimited(facts) && grants("no-memory-limit", { message: "No cap of memory." }),
    !has(facts, "pids-limit") && grants("no-process-limit", { message: "No cap of processes." }),
    !policy.readOnlyRoot &&
      grants("writable-root", { message: "The image's files can be changed in the sandbox." }),
    !drops && grants("capabilities", { message: "The sandbox keeps capabilities." }),
    !keeps && grants("new-privileges", { message: "Programs in the sandbox can gain privileges." }),
  ];
  return findings.filter((finding) => finding !== false);
}

function judgeRuntime({ policy: { runtime } }: LaunchFacts): LaunchFinding {
  const message =
    runtime === undefined
      ? "No runtime is named, so the sandbox shares this machine's kernel."
      : `Under ${runtime} the sandbox shares this machine's kernel.`;
  return grants("runtime", { message, about: "runtime" });
}

function isLimited(facts: LaunchFacts): boolean {
  const size = annotation(facts.policy, "krun.ram_mib") ?? "";
  return has(facts, "memory") || (facts.isMachine && /^[1-9]\d*$/.test(size));
}

/** Whether a limit is there that limits: 0 and -1 are Podman's words for none. */
function has({ policy }: LaunchFacts, flag: string): boolean {
  return policy.limits.some(
    (limit) => limit.flag === flag && !["", "0", "-1"].includes(limit.value),
  );
}

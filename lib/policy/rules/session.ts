import { type Finding } from "./finding.ts";
import { type FlagValue, type Policy } from "../policy.ts";

/** What is allowed and still likely to surprise: warnings, and notes of what a launch leaves behind or opens. */
export function judgeSession(policy: Policy): Finding[] {
  const { detach, replace, remove, removeImage, ports, environment, groups } = policy;
  const open = ports.published.filter((port) => !/^(?:127\.|\[::1\])/.test(port));
  const findings: (Finding | false)[] = [
    detach &&
      warn("detach", "--detach leaves the sandbox running after the launch.", "Leave it out."),
    replace &&
      warn("replace", "--replace stops another container of the same name.", "Leave --name out."),
    !remove &&
      !removeImage &&
      warn("kept", "Without --rm the container stays after the launch.", "Add --rm."),
    environment.httpProxy &&
      warn(
        "http-proxy",
        "The host's proxy variables, with any password in them, enter the sandbox.",
        "Add --http-proxy=false.",
      ),
    (open.length > 0 || ports.all) &&
      warn(
        "publish",
        `Other machines can reach the sandbox (${ports.all ? "all its ports" : open.join(", ")}).`,
        "Publish on 127.0.0.1 only: -p 127.0.0.1:PORT:PORT.",
      ),
    ...judgeName(policy),
    groups.includes("keep-groups") &&
      note(
        "keep-groups",
        "The sandbox keeps the host's groups of the user.",
        "Leave it out if it can.",
      ),
  ];
  return [...findings.filter((finding) => finding !== false), ...policy.other.flatMap(judgeOther)];
}

function judgeName({ name }: Policy): Finding[] {
  if (name === undefined || /^(?:[a-zA-Z0-9][a-zA-Z0-9_.-]*)?$/.test(name)) return [];
  const message = `--name ${JSON.stringify(name)} is no name that Podman takes.`;
  const fix = "Use letters, digits, _ . and -, or leave it out.";
  return [{ rule: "name", severity: "error", message, fix }];
}

const ID_MAP = new Set(["uidmap", "gidmap", "subuidname", "subgidname"]);
const CGROUP = new Set(["cgroup-parent", "cgroup-conf"]);

function judgeOther({ flag, value }: FlagValue): Finding[] {
  const text = `--${flag}=${value}`;
  if (ID_MAP.has(flag)) {
    return [warn("id-map", `${text} maps users by hand.`, "Use --userns=keep-id.")];
  }
  if (CGROUP.has(flag) || (flag === "cgroups" && value === "disabled")) {
    return [warn("cgroups", `${text} can lift the limits of the sandbox.`, "Leave it out.")];
  }
  if (flag === "restart" && !["", "no", "never"].includes(value)) {
    return [warn("restart", `${text} starts the sandbox again without a launch.`, "Leave it out.")];
  }
  if (flag === "requires") {
    return [warn("requires", `${text} starts other containers.`, "Leave it out.")];
  }
  if (flag === "sig-proxy" && /^(?:0|f|false)$/i.test(value)) {
    return [warn("sig-proxy", `${text} keeps Ctrl-C from the sandbox.`, "Leave it out.")];
  }
  return [];
}

function warn(rule: string, message: string, fix: string): Finding {
  return { rule, severity: "warning", message, fix };
}

function note(rule: string, message: string, fix: string): Finding {
  return { rule, severity: "note", message, fix };
}

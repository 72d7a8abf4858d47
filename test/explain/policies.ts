import { readPolicy } from "../../lib/policy/read-policy.ts";
import type { Policy } from "../../lib/policy/policy.ts";
import type { ExplainContext } from "../../lib/explain/context.ts";
import { FLAGS } from "../../lib/policy/flags.ts";
import type { Flag } from "../../lib/policy/flags.ts";

export const WORKSPACE = "/home/ann/project";

export const CONTEXT: ExplainContext = {
  workspace: WORKSPACE,
  agents: {},
  findings: [],
  warnings: [],
  sharedFolders: {},
};

/** The words of the shipped default profile's label, as they are for a person ann. */
export const DEFAULT_FLAGS: readonly string[] = [
  ..."--rm -it --detach-keys= --pull=never --hostname paddock-latest".split(" "),
  ..."--runtime krun --annotation krun.ram_mib=8192 --annotation krun.cpus=4".split(" "),
  ..."--annotation krun.use_passt=1 --network pasta --http-proxy=false".split(" "),
  ..."--cap-drop ALL --security-opt no-new-privileges --read-only --read-only-tmpfs=false".split(
    " ",
  ),
  ..."--tmpfs /tmp:rw,noexec,nosuid,nodev,size=2048m --pids-limit 1024".split(" "),
  ..."--userns keep-id:uid=1000,gid=1000 --user ai".split(" "),
  ..."--volume /home/ann/.local/share/paddock/homes/default:/home/ai:z".split(" "),
  ...`--volume ${WORKSPACE}:/home/ai/sandbox:z --workdir /home/ai/sandbox`.split(" "),
];

/** The policy of `podman run FLAGS localhost/paddock:latest COMMAND`. */
export function policyOf(flags: readonly string[], command: readonly string[] = []): Policy {
  return readPolicy(["podman", "run", ...flags, "localhost/paddock:latest", ...command]);
}

export const DEFAULT_POLICY: Policy = policyOf(DEFAULT_FLAGS);

// Values that cannot be just any word.
const SAMPLES: Readonly<Record<string, readonly [string, string]>> = {
  volume: ["/srv/a:/a", "/srv/b:/a"],
  mount: ["type=bind,src=/srv/a,dst=/a", "type=bind,src=/srv/a,dst=/a,ro"],
  tmpfs: ["/a:size=1m", "/a:size=2m"],
  memory: ["1g", "2g"],
  cpus: ["1", "2"],
  "pids-limit": ["10", "20"],
  network: ["none", "host"],
  "cap-drop": ["KILL", "CHOWN"],
  pull: ["always", "newer"],
};

/** The words of each flag of `podman run` with a value that is not Podman's default, and with another one; `none`: those without it. */
export interface FlagSample {
  readonly flag: Flag;
  readonly none: readonly string[];
  readonly one: readonly string[];
  readonly other: readonly string[];
}

export function flagSamples(): readonly FlagSample[] {
  return FLAGS.map((flag) => {
    const isOn = flag.name === "read-only-tmpfs" || flag.name === "http-proxy";
    const booleans = isOn ? (["false", "true"] as const) : (["true", "false"] as const);
    const [one, other] =
      flag.kind === "boolean" ? booleans : (SAMPLES[flag.name] ?? (["one", "two"] as const));
    // It means something only beside this one.
    const none = flag.name === "read-only-tmpfs" ? ["--read-only"] : [];
    const word = `--${flag.name}`;
    return { flag, none, one: [...none, `${word}=${one}`], other: [...none, `${word}=${other}`] };
  });
}

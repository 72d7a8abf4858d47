import type { Policy } from "../policy/policy.ts";
import type { EgressWords } from "./context.ts";
import { networkGrants } from "./grants/network.ts";

/** Something that a sandbox cannot do, and what its user could change so that it can. */
export interface Denial {
  readonly denied: string;
  readonly ask: string;
}

/** What a policy denies and agents are likely to want. */
export function denials(
  policy: Policy,
  egress: EgressWords | undefined,
  profile: string,
): readonly Denial[] {
  const label = `the run label of the profile ${profile}`;
  return [
    ...imageDenials(policy, profile),
    ...fileDenials(policy, label),
    ...networkDenials(policy, egress, label),
    {
      denied: "to become another user, with sudo for instance",
      ask: `what needs root belongs in the Containerfile of the profile ${profile}`,
    },
    ...limitDenials(policy, label),
  ];
}

function imageDenials({ readOnlyRoot, remove }: Policy, profile: string): Denial[] {
  if (readOnlyRoot) {
    return [
      {
        denied:
          "to change the system: to install packages, or to write outside the places named above",
        ask: `a line in the Containerfile of the profile ${profile}, then paddock build ${profile}`,
      },
    ];
  }
  if (!remove) return [];
  return [
    {
      denied: "to keep what is installed in the system: it is gone when the sandbox ends",
      ask: `a line in the Containerfile of the profile ${profile}, then paddock build ${profile}`,
    },
  ];
}

function fileDenials({ mounts }: Policy, label: string): Denial[] {
  const readOnly = mounts.flatMap(({ kind, readOnly: only, destination }) =>
    kind === "bind" && only && destination !== undefined ? [destination] : [],
  );
  const noexec = mounts.flatMap(({ kind, options, destination }) =>
    kind === "tmpfs" && options.includes("noexec") && destination !== undefined
      ? [destination]
      : [],
  );
  return [
    {
      denied: "to see any other file of the host, its credentials and keys among them",
      ask: `--volume HOST:SANDBOX:ro in ${label}`,
    },
    ...readOnly.map((path) => ({
      denied: `to write in ${path}`,
      ask: `the mount of ${path} without ro in ${label}`,
    })),
    ...noexec.map((path) => ({
      denied: `to start programs that lie in ${path}`,
      ask: "another folder for them, the home directory for instance, and TMPDIR set to it",
    })),
  ];
}

function networkDenials(policy: Policy, egress: EgressWords | undefined, label: string): Denial[] {
  const reached = networkGrants(policy, undefined).flatMap(({ key, extent }) =>
    key === "network" ? extent.members : [],
  );
  if (egress !== undefined) {
    return [
      {
        denied: "to reach any host that is not named above",
        ask: "its name in the paddock.egress label of the profile",
      },
    ];
  }
  if (reached.length === 0) {
    return [
      { denied: "to reach any host: there is no network", ask: `--network pasta in ${label}` },
    ];
  }
  if (reached.includes("127.0.0.1")) return [];
  return [
    {
      denied: "to reach other services on the host's 127.0.0.1",
      ask: `--network pasta:-T,PORT in ${label}`,
    },
  ];
}

function limitDenials({ limits, annotations }: Policy, label: string): Denial[] {
  const own = new Set(["memory", "cpus", "pids-limit"]);
  const limited =
    limits.some(({ flag }) => own.has(flag)) ||
    annotations.some(({ name }) => name === "krun.ram_mib" || name === "krun.cpus");
  if (!limited) return [];
  return [
    {
      denied: "to use more memory, processors or processes than named above",
      ask: `other limits in ${label}`,
    },
  ];
}

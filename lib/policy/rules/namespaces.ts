import { type Network, type Policy } from "../policy.ts";
import { type Finding, refuseUnless, type RuleContext } from "./finding.ts";

/** The namespaces that must be the sandbox's own, pods and other containers' volumes included. */
export function judgeNamespaces(policy: Policy, context: RuleContext): Finding[] {
  const spaces = { ...policy.namespaces, userns: policy.userns };
  return [
    ...Object.entries(spaces).flatMap(([rule, value = ""]) =>
      isShared(value) ? [shares(rule, value, context)] : [],
    ),
    ...policy.networks.flatMap((network) => judgeNetwork(network, context)),
    ...policy.other.flatMap(({ flag, value }) =>
      flag.startsWith("pod") ? [joinsPod(flag, value)] : [],
    ),
    ...policy.volumesFrom.map((text) => {
      const [name = text] = text.split(":");
      return refuseUnless(context.allow, {
        rule: "volumes-from",
        message: `--volumes-from mounts whatever ${name} has mounted.`,
        fix: "Mount the folders themselves.",
        allow: `volumes-from=${name}`,
      });
    }),
  ];
}

function isShared(value: string): boolean {
  return value === "host" || value.startsWith("ns:") || value.startsWith("container:");
}

function shares(rule: string, value: string, context: RuleContext): Finding {
  const owner = value === "host" ? "the host" : value;
  return refuseUnless(context.allow, {
    rule,
    message: `--${rule}=${value} shares this namespace with ${owner}.`,
    fix: "Leave it out.",
    allow: `${rule}=${value}`,
  });
}

function judgeNetwork(network: Network, context: RuleContext): Finding[] {
  const { mode, target } = network;
  const value = target === undefined ? mode : `${mode}:${target}`;
  if (isShared(value)) return [shares("network", value, context)];
  const opening = hostLoopbackOption(network);
  if (opening === undefined) return [];
  return [
    refuseUnless(context.allow, {
      rule: "network",
      message: `--network ${mode}:${opening} opens every port that the host keeps to itself.`,
      fix: "Open one port with pasta:-T,PORT.",
      allow: "network=host-loopback",
    }),
  ];
}

/** The option of pasta or slirp4netns that opens the host's whole loopback, if there is one. */
function hostLoopbackOption({ mode, options }: Network): string | undefined {
  if (mode === "slirp4netns")
    return options.find((option) => /^allow_host_loopback=true$/i.test(option));
  if (mode !== "pasta") return undefined;
  const wide = options.find((option) => /^--(?:map-gw|map-host-loopback)\b/.test(option));
  if (wide !== undefined) return wide;
  const at = options.findIndex(
    (option, index) =>
      /^(?:-[TU]|--(?:tcp|udp)-ns)$/.test(option) &&
      /^(?:auto|all|~.*)$/.test(options[index + 1] ?? ""),
  );
  const attached = options.find((option) =>
    /^(?:-[TU]|--(?:tcp|udp)-ns=)(?:auto|all|~)/.test(option),
  );
  return at === -1 ? attached : `${options[at]},${options[at + 1]}`;
}

function joinsPod(flag: string, value: string): Finding {
  return {
    rule: "pod",
    severity: "error",
    message: `--${flag}=${value} joins a pod, whose containers share their namespaces.`,
    fix: "Leave it out.",
  };
}

import type { EgressList } from "../../egress/allowlist/egress-list.ts";
import { closedNetworkFlag, closedNetworkPorts } from "../../policy/closed-network.ts";
import type { LoopbackPort } from "../../policy/closed-network.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Finding } from "../../policy/rules/finding.ts";
import { grantedLoopbackPorts, needsProxy } from "./granted-ports.ts";

const PROXY_PORT = "3128:0\\$OPT1";

/** What keeps a list from holding: the network is open beside it, or grants another loopback port than the list. */
export function judgeEgress(policy: Policy, list: EgressList): readonly Finding[] {
  if (list.allow.length === 0) return judgeOffline(policy);
  const [network, ...others] = policy.networks;
  const ports = network && others.length === 0 ? closedNetworkPorts(network) : undefined;
  if (ports === undefined) {
    return [
      error(
        "The list paddock.egress does not hold: the sandbox's network leads past Paddock's proxy.",
        `Write ${closedNetworkFlag([...(needsProxy(list) ? [PROXY_PORT] : []), ...grantedLoopbackPorts(list).map(String)])}`,
      ),
    ];
  }
  return [...judgePorts(ports, list), ...judgeSurroundings(policy, list)];
}

function judgeOffline({ networks }: Policy): readonly Finding[] {
  if (networks.length === 1 && networks[0]?.mode === "none") return [];
  return [
    error(
      "The list paddock.egress is none, and the sandbox has a network.",
      "Write --network none.",
    ),
  ];
}

function judgePorts(ports: readonly LoopbackPort[], list: EgressList): readonly Finding[] {
  const granted = grantedLoopbackPorts(list);
  const opened = ports.flatMap(({ outside }) => (outside === 0 ? [] : [outside]));
  const proxies = ports.length - opened.length;
  return [
    ...(proxies === (needsProxy(list) ? 1 : 0)
      ? []
      : [
          needsProxy(list)
            ? error(
                `The list paddock.egress names hosts, and ${proxies === 0 ? "no port leads" : "several ports lead"} to Paddock's proxy.`,
                `Open one port for it: pasta:-T,${PROXY_PORT}`,
              )
            : error(
                "The list paddock.egress names no host, and a port leads to Paddock's proxy.",
                "Take the port with $OPT1 out of --network.",
              ),
        ]),
    ...opened
      .filter((port) => !granted.includes(port))
      .map((port) =>
        error(
          `The network opens port ${port} of this machine's loopback, which the list paddock.egress does not name.`,
          `Take it out of --network, or add localhost:${port} to the list.`,
        ),
      ),
    ...granted
      .filter((port) => !opened.includes(port))
      .map((port) =>
        error(
          `The list paddock.egress names localhost:${port}, and the network does not open it.`,
          `Add -T,${port} to --network pasta:...`,
        ),
      ),
  ];
}

function judgeSurroundings(policy: Policy, list: EgressList): readonly Finding[] {
  const findings: Finding[] = [];
  if (policy.annotations.some(({ name, value }) => name === "krun.use_passt" && value === "1")) {
    findings.push(
      error(
        "krun.use_passt=1 does not go with a closed network: passt takes the ports that pasta is to open, and nothing starts.",
        "Leave the annotation out.",
      ),
    );
  }
  if (policy.environment.httpProxy) {
    findings.push(
      error(
        "This machine's own proxy variables enter the sandbox in place of Paddock's.",
        "Write --http-proxy=false.",
      ),
    );
  }
  if (policy.detach && needsProxy(list)) {
    findings.push(
      error(
        "A detached sandbox outlives Paddock's proxy, and so its network.",
        "Leave --detach out.",
      ),
    );
  }
  return findings;
}

function error(message: string, fix: string): Finding {
  return { rule: "egress", severity: "error", message, fix };
}

import type { EgressList } from "../../egress/allowlist/egress-list.ts";
import { readEgress } from "../../egress/allowlist/read-egress.ts";
import type { ProxyRecord } from "../../egress/proxy/context.ts";
import type { Network } from "../../host/network/network.ts";
import { closedNetworkPorts } from "../../policy/closed-network.ts";
import type { LoopbackPort } from "../../policy/closed-network.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Finding } from "../../policy/rules/finding.ts";
import { judgeEgress } from "./judge-egress.ts";
import { needsProxy } from "./granted-ports.ts";

/** A list of what a sandbox may reach, and what a launch does for it. */
export interface JudgedEgress {
  /** As the label has it, with single blanks. */
  readonly text: string;
  readonly list: EgressList;
  /** Whether a proxy stays beside the sandbox. */
  readonly proxy: boolean;
  /** The ports that the sandbox's network opens; the proxy's leads nowhere yet. */
  readonly ports: readonly LoopbackPort[];
  /** What keeps the list from holding. */
  readonly findings: readonly Finding[];
  /** In place of this machine's own network, for a proof. */
  readonly network?: Network;
  /** Told what the proxy decides, in place of the log, for a proof. */
  readonly observe?: (record: ProxyRecord) => void;
}

/** Reads a list and judges a launch by it; throws like `readEgress`. */
export function judgeEgressText(text: string, policy: Policy): JudgedEgress {
  const list = readEgress(text);
  return {
    text: text.trim().split(/\s+/).join(" "),
    list,
    proxy: needsProxy(list),
    ports: policy.networks.flatMap((network) => closedNetworkPorts(network) ?? []),
    findings: judgeEgress(policy, list),
  };
}

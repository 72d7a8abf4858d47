import type { EgressList } from "../../egress/allowlist/egress-list.ts";

/** Whether the list grants anything that only a proxy can tell apart: hosts, beside the ports of this machine's loopback. */
export function needsProxy({ allow }: EgressList): boolean {
  return allow.some(({ target }) => target.kind !== "loopback");
}

/** The ports of this machine's loopback that the list grants. */
export function grantedLoopbackPorts({ allow }: EgressList): readonly number[] {
  return allow.flatMap(({ target, port }) =>
    target.kind === "loopback" && port !== undefined ? [port] : [],
  );
}

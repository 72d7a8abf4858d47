import type { Socket } from "../../host/network/network.ts";
import type { Denial } from "../allowlist/judge-host.ts";
import type { ProxyContext } from "./context.ts";

/** Writes down what becomes of one request; its time begins with it. */
export interface Recorder {
  readonly denied: (denial: Denial) => void;
  readonly failed: (why: string) => void;
  /** At its end: the bytes of the connection to the target are counted then. */
  readonly allowed: (rule: string, target: Socket) => void;
}

const LONGEST_HOST = 300;

export function beginRecord(
  context: ProxyContext,
  { host, port, protocol }: { host: string; port: number; protocol: "connect" | "http" },
): Recorder {
  const startedAt = context.clock();
  const common = () => ({
    protocol,
    host: host.slice(0, LONGEST_HOST),
    port,
    sent: 0,
    received: 0,
    durationMs: Math.round(context.clock() - startedAt),
  });
  return {
    denied: (denial) => {
      const { reason, add } = denial;
      const known = denial.host.slice(0, LONGEST_HOST);
      context.record({
        ...common(),
        verdict: "denied",
        host: known,
        reason,
        ...(add === undefined ? {} : { add }),
      });
    },
    failed: (reason) => context.record({ ...common(), verdict: "failed", reason }),
    allowed: (rule, target) => {
      const { bytesWritten: sent, bytesRead: received } = target;
      context.record({ ...common(), verdict: "allowed", rule, sent, received });
    },
  };
}

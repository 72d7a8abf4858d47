import type { Socket } from "../../host/network/network.ts";
import { readHostName } from "../allowlist/host-name.ts";
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
  const known = readHostName(host);
  const common = () => ({
    protocol,
    host: known.kind === "invalid" ? host.slice(0, LONGEST_HOST) : known.text,
    port,
    sent: 0,
    received: 0,
    durationMs: Math.round(context.clock() - startedAt),
  });
  return {
    denied: ({ reason, add }) => {
      const words = add === undefined ? {} : { add };
      context.record({ ...common(), verdict: "denied", reason, ...words });
    },
    failed: (reason) => context.record({ ...common(), verdict: "failed", reason }),
    allowed: (rule, target) => {
      const { bytesWritten: sent, bytesRead: received } = target;
      context.record({ ...common(), verdict: "allowed", rule, sent, received });
    },
  };
}

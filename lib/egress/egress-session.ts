import { randomBytes } from "node:crypto";
import { basename } from "node:path";
import type { Host } from "../host/host.ts";
import { keepHeapSmall } from "../host/small-heap.ts";
import { systemNetwork } from "../host/network/network.ts";
import type { Network } from "../host/network/network.ts";
import type { EgressList } from "./allowlist/egress-list.ts";
import { openControl } from "./live/open-control.ts";
import { liveList } from "./live/live-list.ts";
import { countDenials } from "./log/denial-summary.ts";
import type { LogLine } from "./log/log-line.ts";
import { sessionLog } from "./log/session-log.ts";
import type { ProxyRecord } from "./proxy/context.ts";
import { makeCredential } from "./proxy/http/credential.ts";
import type { Credential } from "./proxy/http/credential.ts";
import { startProxy } from "./proxy/start-proxy.ts";
import { readUpstream } from "./proxy/upstream/upstream.ts";

/** What a launch says of the sandbox whose network this is. */
export interface EgressSessionOptions {
  readonly list: EgressList;
  readonly profile: string;
  /** The workspace's path; of it only the last part is logged. */
  readonly workspace: string;
  /** In place of the real one, for tests and proofs. */
  readonly network?: Network;
  /** Told what becomes of each request in place of the log: what a proof asks for is nothing that an agent did. */
  readonly observe?: (record: ProxyRecord) => void;
}

/** A proxy for one sandbox, as long as this process lives or until it is closed. */
export interface EgressSession {
  /** The sandbox's name for `paddock egress allow --sandbox ID`: eight hex digits. */
  readonly id: string;
  /** On 127.0.0.1 of this machine. */
  readonly port: number;
  /** Of this session alone: `http://USER:PASSWORD@127.0.0.1:PORT`, with nothing to escape. */
  readonly credential: Credential;
  /** Two lines on what was denied and the words that would allow it, one on what could not be logged; undefined for neither. */
  readonly summary: () => string | undefined;
  /** Closes the listener and every connection. */
  readonly close: () => Promise<void>;
}

/** Starts the proxy of one sandbox, its log and the socket by which it is changed while it runs. */
export async function openEgress(
  host: Pick<Host, "settings" | "files" | "now">,
  options: EgressSessionOptions,
): Promise<EgressSession> {
  keepHeapSmall();
  const id = randomBytes(4).toString("hex");
  const { profile } = options;
  const workspace = basename(options.workspace);
  const clock = (): number => host.now().getTime();
  const list = liveList(options.list, clock);
  const denials = countDenials();
  const written = sessionLog(host);
  const log = (line: Omit<LogLine, "time" | "profile" | "workspace" | "sandbox">): void =>
    written.write({ time: host.now().toISOString(), profile, workspace, sandbox: id, ...line });
  const credential = makeCredential();
  const proxy = await startProxy({
    network: options.network ?? systemNetwork,
    list: list.current,
    credential,
    upstream: readUpstream(host.settings.proxies),
    record: (record) => {
      denials.add(record);
      (options.observe ?? log)(record);
    },
    clock,
  });
  const changed = (reason: string): void => log({ ...NOTHING_ASKED, verdict: "changed", reason });
  const sandbox = { profile, workspace, list, cutDenied: proxy.cutDenied, changed };
  const control = await openControl(host, id, sandbox).catch(async (error: unknown) => {
    await proxy.close();
    throw error;
  });
  const close = async (): Promise<void> => {
    await Promise.all([control?.close(), proxy.close()]);
  };
  const summary = (): string | undefined => {
    const lines = [denials.summary(), written.lost()].filter((each) => each !== undefined);
    return lines.length === 0 ? undefined : lines.join("");
  };
  return { id, port: proxy.port, credential, summary, close };
}

const NOTHING_ASKED = {
  protocol: "connect",
  host: "",
  port: 0,
  sent: 0,
  received: 0,
  durationMs: 0,
} as const;

import type { IncomingMessage, PouringSocket, Socket } from "../../host/network/network.ts";
import { TLS_PORT } from "../allowlist/egress-list.ts";
import { judgeHost } from "../allowlist/judge-host.ts";
import type { Denial, KnownHost } from "../allowlist/judge-host.ts";
import {
  answerSocket,
  badRequestAnswer,
  denialAnswer,
  failureAnswer,
  NOT_AUTHORIZED,
} from "./http/answer.ts";
import { readAuthority } from "./http/authority.ts";
import type { ProxyContext } from "./context.ts";
import { isAuthorized } from "./http/credential.ts";
import { helloObjection, readFirstBytes } from "./tls/first-bytes.ts";
import { openTarget } from "./open-target.ts";
import { beginRecord } from "./record.ts";
import type { Recorder } from "./record.ts";
import { tie, whenClosed } from "./tie.ts";

// A fatal alert, unrecognized_name: what a TLS client shows in place of a connection that was cut.
const UNRECOGNIZED_NAME = Buffer.from([21, 3, 3, 0, 2, 2, 112]);

/** A connection that was let through, for a denial that comes later. */
export interface Tunnel {
  readonly host: KnownHost;
  readonly port: number;
  readonly protocol: "connect" | "http";
  readonly cut: () => void;
}

/** Answers one CONNECT: judged, resolved, connected, and its ClientHello compared; resolves when all of it is closed. */
export async function serveTunnel(
  context: ProxyContext,
  tunnels: Set<Tunnel>,
  { request, socket, head }: { request: IncomingMessage; socket: Socket; head: Buffer },
): Promise<void> {
  if (!isAuthorized(request.headers["proxy-authorization"], context.credential)) {
    answerSocket(socket, NOT_AUTHORIZED);
    return;
  }
  const authority = readAuthority(request.url ?? "");
  if (authority === undefined) {
    answerSocket(socket, badRequestAnswer(400, "CONNECT goes to host:port."));
    return;
  }
  const asked = { ...authority, protocol: "connect" } as const;
  const record = beginRecord(context, asked);
  const refuse = (denial: Denial): void => {
    record.denied(denial);
    answerSocket(socket, denialAnswer(denial));
  };
  const verdict = judgeHost(context.list(), asked);
  if (verdict.kind === "denied") {
    refuse(verdict);
    return;
  }
  const { host, rule } = verdict;
  const opened = await openTarget(context, { ...asked, host });
  if (opened.kind === "denied") {
    refuse(opened);
  } else if (opened.kind === "failed") {
    record.failed(opened.why);
    answerSocket(socket, failureAnswer(opened.status, host.text, asked.port, opened.why));
  } else {
    await carryListed(context, tunnels, record, {
      client: socket,
      target: opened.socket,
      pourInto: opened.pourInto,
      head,
      host,
      port: asked.port,
      rule: rule.word,
    });
  }
}

interface Carried {
  readonly client: Socket;
  readonly target: Socket;
  readonly pourInto: PouringSocket["pourInto"];
  readonly head: Buffer;
  readonly host: KnownHost;
  readonly port: number;
  readonly rule: string;
}

async function carryListed(
  context: ProxyContext,
  tunnels: Set<Tunnel>,
  record: Recorder,
  carried: Carried,
): Promise<void> {
  const { client, target, host, port } = carried;
  // It may have hung up while its target was looked for.
  if (client.destroyed) {
    target.destroy();
    record.failed("the sandbox hung up");
    return;
  }
  const cut = (): void => {
    client.destroy();
    target.destroy();
  };
  const tunnel: Tunnel = { host, port, protocol: "connect", cut };
  tunnels.add(tunnel);
  await carry(context, record, carried);
  tunnels.delete(tunnel);
}

async function carry(context: ProxyContext, record: Recorder, carried: Carried): Promise<void> {
  const { client, target, host, port } = carried;
  tie(client, target, context.limits);
  client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
  // Before the client has spoken: SSH and mail servers begin.
  carried.pourInto(client);
  const objection = await passFirstBytes(context, carried);
  if (objection !== undefined) {
    target.unpipe().destroy();
    client.end(UNRECOGNIZED_NAME);
    client.setTimeout(context.limits.halfOpenMs).resume();
    record.denied({ kind: "denied", host: host.text, port, reason: objection, add: undefined });
  }
  await Promise.all([whenClosed(client), whenClosed(target)]);
  if (objection === undefined) record.allowed(carried.rule, target);
}

/** Passes on what the client says, once that is seen to be for the host; else says why not. */
async function passFirstBytes(
  context: ProxyContext,
  { client, target, head, host, port }: Carried,
): Promise<string | undefined> {
  const mustBeTls = port === TLS_PORT && host.kind !== "loopback";
  if (host.kind === "loopback") {
    if (head.length > 0) target.write(head);
  } else {
    const { helloMs: timeoutMs } = context.limits;
    const first = await readFirstBytes(client, { head, mustSpeak: mustBeTls, timeoutMs });
    if (first.kind === "closed") return mustBeTls ? first.why : void target.end();
    const objection = helloObjection(first, host, mustBeTls);
    if (objection !== undefined) return objection;
    if (first.kind !== "wrong") target.write(first.bytes);
  }
  client.pipe(target);
  return undefined;
}

import type { IncomingMessage, ServerResponse, Socket } from "../../host/network/network.ts";
import { judgeHost } from "../allowlist/judge-host.ts";
import type { Denial } from "../allowlist/judge-host.ts";
import {
  answerResponse,
  badRequestAnswer,
  denialAnswer,
  failureAnswer,
  NOT_AUTHORIZED,
} from "./http/answer.ts";
import { readPlainTarget } from "./http/authority.ts";
import type { PlainTarget } from "./http/authority.ts";
import type { ProxyContext } from "./context.ts";
import { isAuthorized } from "./http/credential.ts";
import { requestHeaders, responseHeaders } from "./http/headers.ts";
import { openTarget } from "./open-target.ts";
import { beginRecord } from "./record.ts";
import { whenClosed } from "./tie.ts";
import type { Tunnel } from "./tunnel.ts";
import type { Upstream } from "./upstream/upstream.ts";

/** Answers one plain HTTP request; a redirect is passed back, so where it leads is judged when the client follows it. */
export async function servePlain(
  context: ProxyContext,
  tunnels: Set<Tunnel>,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  if (!isAuthorized(request.headers["proxy-authorization"], context.credential)) {
    answerResponse(response, NOT_AUTHORIZED);
    return;
  }
  const target = readPlainTarget(request.url ?? "");
  if (target === undefined) {
    answerResponse(
      response,
      badRequestAnswer(400, "This is a proxy: it is asked for http://..., or with CONNECT."),
    );
    return;
  }
  const asked = { host: target.host, port: target.port, protocol: "http" } as const;
  const record = beginRecord(context, asked);
  const refuse = (denial: Denial): void => {
    record.denied(denial);
    answerResponse(response, denialAnswer(denial));
  };
  const verdict = judgeHost(context.list(), asked);
  if (verdict.kind === "denied") {
    refuse(verdict);
    return;
  }
  const opened = await openTarget(context, { ...asked, host: verdict.host });
  if (opened.kind === "denied") {
    refuse(opened);
    return;
  }
  const fail = (why: string, status: 502 | 504): void => {
    record.failed(why);
    answerResponse(response, failureAnswer(status, target.host, target.port, why));
  };
  if (opened.kind === "failed") {
    fail(opened.why, opened.status);
    return;
  }
  const { socket, through } = opened;
  const tunnel: Tunnel = {
    host: verdict.host,
    port: target.port,
    protocol: "http",
    cut: () => void response.destroy(),
  };
  tunnels.add(tunnel);
  const why = await exchange(context, { request, response, target, socket, through });
  tunnels.delete(tunnel);
  if (why === undefined) record.allowed(verdict.rule.word, socket);
  else fail(why, 502);
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: PlainTarget;
  readonly socket: Socket;
  readonly through: Upstream | undefined;
}

/** Passes the request and its answer on; what went wrong before an answer began is returned. */
async function exchange(
  { network, limits }: ProxyContext,
  { request, response, target, socket, through }: Exchange,
): Promise<string | undefined> {
  socket.setTimeout(limits.idleMs, () => socket.destroy());
  socket.on("error", () => socket.destroy());
  response.once("close", () => socket.destroy());
  // It may have hung up while its target was looked for.
  if (response.closed) socket.destroy();
  const { headers } = request;
  const hasBody =
    headers["transfer-encoding"] !== undefined || headers["content-length"] !== undefined;
  try {
    const answer = await network.request(socket, {
      method: request.method ?? "GET",
      path: through === undefined ? target.path : `http://${target.authority}${target.path}`,
      headers: requestHeaders(request, target.authority, through?.authorization),
      body: hasBody ? request : undefined,
    });
    if (through !== undefined && answer.statusCode === 407) {
      socket.destroy();
      return "this machine's own proxy wants other credentials";
    }
    answer.on("error", () => response.destroy());
    // Its words for the status are left out: no client reads them, and not all that a server writes can be passed on.
    response.writeHead(answer.statusCode ?? 502, responseHeaders(answer.rawHeaders));
    answer.pipe(response);
    await whenClosed(socket);
    return undefined;
  } catch {
    socket.destroy();
    return "it does not answer as HTTP";
  }
}

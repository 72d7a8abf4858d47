import type { ServerResponse, Socket } from "../../../host/network/network.ts";
import type { Denial } from "../../allowlist/judge-host.ts";

/** An answer of the proxy's own. */
export interface Answer {
  readonly status: 400 | 403 | 407 | 408 | 431 | 502 | 503 | 504;
  readonly body: Readonly<Record<string, string | number | null>>;
}

const REASONS = {
  400: "Bad Request",
  403: "Forbidden",
  407: "Proxy Authentication Required",
  408: "Request Timeout",
  431: "Request Header Fields Too Large",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
} as const satisfies Record<Answer["status"], string>;

/** How long the other side may take to read an answer and hang up. */
const LAST_WORDS_MS = 2000;
const LONGEST_SHOWN = 300;

/** The one shape of a denial: what was asked for, the rule, and the words of a list that would allow it. */
export function denialAnswer({ host, port, reason, add }: Denial): Answer {
  const shown = host.slice(0, LONGEST_SHOWN);
  return {
    status: 403,
    body: { error: "egress-denied", host: shown, port, rule: reason, add: add ?? null },
  };
}

export function failureAnswer(status: 502 | 504, host: string, port: number, why: string): Answer {
  return { status, body: { error: "egress-failed", host, port, reason: why } };
}

export function badRequestAnswer(status: 400 | 408 | 431, why: string): Answer {
  return { status, body: { error: "bad-request", reason: why } };
}

export const NOT_AUTHORIZED: Answer = {
  status: 407,
  body: { error: "proxy-credential-missing", reason: "This proxy serves one sandbox alone." },
};

export const TOO_MANY: Answer = {
  status: 503,
  body: { error: "too-many", reason: "Too many requests of this sandbox are under way." },
};

/** Answers on a bare socket and hangs up. */
export function answerSocket(socket: Socket, answer: Answer): void {
  const body = bodyOf(answer);
  const head = [
    `HTTP/1.1 ${answer.status} ${REASONS[answer.status]}`,
    ...headersOf(answer, body).map(([name, value]) => `${name}: ${value}`),
  ].join("\r\n");
  socket.setTimeout(LAST_WORDS_MS, () => socket.destroy());
  socket.end(`${head}\r\n\r\n${body}`);
  socket.resume();
}

/** Answers a plain request and hangs up: the rest of its body is not waited for. */
export function answerResponse(response: ServerResponse, answer: Answer): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = bodyOf(answer);
  response.writeHead(answer.status, Object.fromEntries(headersOf(answer, body)));
  response.end(body);
  response.req.resume();
}

function bodyOf({ body }: Answer): string {
  return `${JSON.stringify(body)}\n`;
}

function headersOf({ status }: Answer, body: string): readonly (readonly [string, string])[] {
  return [
    ["Content-Type", "application/json"],
    ["Content-Length", String(Buffer.byteLength(body))],
    ["Connection", "close"],
    ...(status === 407 ? ([["Proxy-Authenticate", 'Basic realm="paddock"']] as const) : []),
  ];
}

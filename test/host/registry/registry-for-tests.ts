import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readNpmSettings } from "../../../lib/host/registry/npm-settings.ts";
import type { NpmSettings } from "../../../lib/host/registry/npm-settings.ts";
import type { Patience } from "../../../lib/host/registry/transport/ask.ts";

/** One request that a server saw. */
export interface Seen {
  readonly url: string;
  readonly authorization: string | undefined;
}

export interface FakeRegistry {
  /** Without a slash at its end. */
  readonly address: string;
  readonly host: string;
  readonly seen: Seen[];
  readonly server: Server;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

type Test = Pick<(typeof import("tap"))["t"], "teardown" | "testdir">;

/** A real server on loopback that keeps what it was asked; it ends with the test. */
export async function fakeRegistry(t: Test, handler: Handler): Promise<FakeRegistry> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    seen.push({ url: request.url ?? "", authorization: request.headers.authorization });
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;
  const host = `127.0.0.1:${String(port)}`;
  return { address: `http://${host}`, host, seen, server };
}

/** Answers each request with the next of `answers`, and with status 599 when there are no more. */
export function inTurn(answers: readonly Reply[]): Handler {
  let at = 0;
  return (_request, response) => {
    const answer = answers[at] ?? { status: 599 };
    at += 1;
    reply(response, answer);
  };
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export function reply(response: ServerResponse, answer: Reply): void {
  response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers });
  response.end(answer.body);
}

/** npm's settings from a `.npmrc` in a fresh home and an environment of its own. */
export async function settingsFor(
  t: Test,
  npmrc: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<NpmSettings> {
  const home = t.testdir({ home: {}, prefix: {} });
  writeFileSync(join(home, "home/.npmrc"), npmrc);
  mkdirSync(join(home, "prefix/bin"), { recursive: true });
  return readNpmSettings({
    environment: { HOME: join(home, "home"), ...environment },
    execPath: join(home, "prefix/bin/node"),
    home: join(home, "home"),
  });
}

export interface TestPatience extends Patience {
  readonly slept: number[];
  /** Why it was asked once more. */
  readonly told: string[];
}

/** A clock that stands still, dice that show 0, and sleep that only notes how long it would have been. */
export function patienceAt(now = "2026-10-21T07:27:50Z"): TestPatience {
  const [slept, told]: [number[], string[]] = [[], []];
  return {
    slept,
    told,
    onRetry: (said) => told.push(said),
    now: () => new Date(now),
    random: () => 0,
    sleep: async (ms) => {
      slept.push(ms);
    },
  };
}

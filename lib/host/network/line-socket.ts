import { createConnection, createServer } from "node:net";
import type { Socket } from "node:net";
import { chmodSync, rmSync } from "node:fs";
import { errorCode } from "../files/error-code.ts";

export interface LineServer {
  readonly close: () => Promise<void>;
}

/** What came of asking: `absent` where nothing listens any more; one that is too busy, or may not be asked, is `silent`. */
export type AskedLine =
  | { readonly kind: "answered"; readonly line: string }
  | { readonly kind: "absent" }
  | { readonly kind: "silent" };

const ABSENT = new Set(["ENOENT", "ENOTDIR", "ECONNREFUSED"]);
const LONGEST_LINE = 65_536;
const ANSWER_MS = 5000;

/** Listens on a unix socket for the user alone: one line is asked, one line answered, then it hangs up. */
export async function serveLines(
  path: string,
  answer: (line: string) => string,
): Promise<LineServer> {
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    answerOn(socket, answer).catch(() => socket.destroy());
  });
  server.maxConnections = 16;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  // The folder is the user's alone already; this is for one that was made otherwise.
  chmodSync(path, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        rmSync(path, { force: true });
      }),
  };
}

async function answerOn(socket: Socket, answer: (line: string) => string): Promise<void> {
  const line = await readLine(socket);
  if (line === undefined) socket.destroy();
  else socket.end(`${answer(line)}\n`);
}

/** Asks one line of whatever listens on a unix socket. */
export async function askLine(path: string, line: string): Promise<AskedLine> {
  const socket = createConnection(path);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
  } catch (error) {
    return { kind: ABSENT.has(errorCode(error) ?? "") ? "absent" : "silent" };
  }
  socket.on("error", () => socket.destroy());
  socket.write(`${line}\n`);
  const answered = await readLine(socket);
  socket.destroy();
  return answered === undefined ? { kind: "silent" } : { kind: "answered", line: answered };
}

/** The first line that comes; undefined where none comes in time, or one without an end. */
function readLine(socket: Socket): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = "";
    socket.setEncoding("utf8");
    socket.setTimeout(ANSWER_MS, () => socket.destroy());
    socket.on("data", (piece: string) => {
      text += piece;
      const end = text.indexOf("\n");
      if (end !== -1) resolve(text.slice(0, end));
      else if (text.length > LONGEST_LINE) socket.destroy();
    });
    socket.once("close", () => resolve(undefined));
  });
}

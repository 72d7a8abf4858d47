import { request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { PlainRequest, Through } from "./network.ts";

/** Sends one request over an open connection and resolves with the answer's head; its body is the caller's to read. */
export function request(socket: Socket, wanted: PlainRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({
      createConnection: () => socket,
      method: wanted.method,
      path: wanted.path,
      headers: [...wanted.headers],
      setHost: false,
    });
    sent.once("response", resolve);
    // Stays: what goes wrong after the answer began shows in the answer's own stream.
    sent.on("error", reject);
    // An answer that switches protocols, which nobody asked for, ends the connection without an error.
    sent.once("close", () => reject(new Error("closed without an answer")));
    if (wanted.body === undefined) sent.end();
    else wanted.body.pipe(sent);
  });
}

/** Asks a proxy on an open connection for a tunnel. */
export function askThrough(
  proxy: Socket,
  authority: string,
  authorization: string | undefined,
): Promise<Through> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest({
      createConnection: () => proxy,
      method: "CONNECT",
      path: authority,
      headers: {
        host: authority,
        ...(authorization === undefined ? {} : { "proxy-authorization": authorization }),
      },
    });
    asked.once("connect", (answer, _socket, head) => {
      const status = answer.statusCode ?? 0;
      if (status < 200 || status > 299) {
        proxy.destroy();
        resolve({ kind: "refused", status });
        return;
      }
      if (head.length > 0) proxy.unshift(head);
      resolve({ kind: "open", socket: proxy });
    });
    asked.on("error", reject);
    asked.once("close", () => reject(new Error("closed without an answer")));
    asked.end();
  });
}

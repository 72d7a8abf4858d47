import type { IncomingMessage } from "../../../host/network/network.ts";

/** Headers for one connection alone (RFC 9110, 7.6.1): a proxy makes its own. */
const HOP_BY_HOP = new Set([
  "connection",
  "expect",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The headers to send on: the host is the one that was judged, whatever the client's header says. */
export function requestHeaders(
  request: IncomingMessage,
  authority: string,
  authorization: string | undefined,
): readonly string[] {
  const passed = endToEnd(request.rawHeaders).filter(([name]) => name.toLowerCase() !== "host");
  // A body without a length must be framed again, or its end would be read as the next request.
  const chunked = request.headers["transfer-encoding"] !== undefined;
  return [
    ["Host", authority],
    ...passed,
    ...(chunked ? [["Transfer-Encoding", "chunked"]] : []),
    ...(authorization === undefined ? [] : [["Proxy-Authorization", authorization]]),
    ["Connection", "close"],
  ].flat();
}

/** The headers to pass back. */
export function responseHeaders(rawHeaders: readonly string[]): string[] {
  return endToEnd(rawHeaders).flat();
}

function endToEnd(rawHeaders: readonly string[]): readonly (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    pairs.push([rawHeaders[at] ?? "", rawHeaders[at + 1] ?? ""]);
  }
  const named = new Set(
    pairs
      .filter(([name]) => name.toLowerCase() === "connection")
      .flatMap(([, value]) => value.toLowerCase().split(/[\s,]+/u)),
  );
  return pairs.filter(([name]) => {
    const lower = name.toLowerCase();
    // A length that is named for this connection alone would leave the body without an end.
    return !HOP_BY_HOP.has(lower) && (lower === "content-length" || !named.has(lower));
  });
}

import type { ProxyContext } from "../context.ts";
import { piping } from "../opened.ts";
import type { Opened, Target } from "../opened.ts";
import type { Upstream } from "./upstream.ts";

/**
 * Connects through the host's own proxy, which resolves the name: its addresses are not ours to judge. A plain request is
 * sent to that proxy as it is, so for it the connection to the proxy is all.
 */
export async function openUpstream(
  context: ProxyContext,
  upstream: Upstream,
  { protocol, host, port }: Target,
): Promise<Opened> {
  const { network, limits } = context;
  const addresses = await network.resolve(upstream.host);
  const place = { addresses, port: upstream.port, timeoutMs: limits.connectMs };
  const socket = upstream.secure
    ? await network.connectSecurely(place, upstream.host)
    : await network.connect(place);
  if (protocol === "http") return { kind: "open", ...piping(socket), through: upstream };
  socket.setTimeout(limits.connectMs, () => socket.destroy());
  const name = host.text.includes(":") ? `[${host.text}]` : host.text;
  const answer = await network.askThrough(socket, `${name}:${port}`, upstream.authorization);
  socket.setTimeout(0);
  if (answer.kind === "open") {
    return { kind: "open", ...piping(answer.socket), through: upstream };
  }
  const why = `this machine's own proxy answers ${answer.status}`;
  return { kind: "failed", status: 502, why };
}

import { judgeAddress, neverReached } from "../allowlist/judge-address.ts";
import { wordFor } from "../allowlist/judge-host.ts";
import type { Denial, KnownHost } from "../allowlist/judge-host.ts";
import type { ProxyContext } from "./context.ts";
import { piping } from "./opened.ts";
import type { Opened, Target } from "./opened.ts";
import { openUpstream } from "./upstream/open-upstream.ts";

const LOOPBACK = ["127.0.0.1", "::1"];

/** Connects to a host that the list allows: by addresses that were each judged, so that no second answer of a resolver counts. */
export async function openTarget(context: ProxyContext, target: Target): Promise<Opened> {
  const { host, port, protocol } = target;
  try {
    const through =
      host.kind === "loopback" ? undefined : context.upstream(protocol, host.text, port);
    if (through !== undefined) return await openUpstream(context, through, target);
    const addresses = await addressesOf(context, host);
    const denial = objection(context, target, addresses);
    if (denial !== undefined) return denial;
    const { connectMs: timeoutMs } = context.limits;
    const place = { addresses, port, timeoutMs };
    const connected =
      protocol === "connect"
        ? await context.network.connectPouring(place, context.buffers)
        : piping(await context.network.connect(place));
    return { kind: "open", ...connected, through: undefined };
  } catch (error) {
    return failure(error);
  }
}

async function addressesOf(context: ProxyContext, host: KnownHost): Promise<readonly string[]> {
  switch (host.kind) {
    case "loopback":
      return LOOPBACK;
    case "address":
      return [host.text];
    case "name":
      return await inTime(context.network.resolve(host.text), context.limits.resolveMs);
  }
}

/** One address that may not be reached denies them all: who answers so is not to be trusted with the rest. */
function objection(
  context: ProxyContext,
  { host, port }: Target,
  addresses: readonly string[],
): Denial | undefined {
  if (host.kind === "loopback") return undefined;
  const own = context.ownAddresses();
  for (const address of addresses) {
    const verdict = judgeAddress(context.list(), { address, port, own });
    if (verdict.kind !== "refused") continue;
    const reason = `it resolves to ${address}, ${verdict.why}`;
    const add =
      neverReached(address) === undefined
        ? wordFor({ kind: "address", text: address }, port)
        : undefined;
    return { kind: "denied", host: host.text, port, reason, add };
  }
  return undefined;
}

function failure(error: unknown): Opened {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  switch (code) {
    case "ENOTFOUND":
    case "ENODATA":
      return { kind: "failed", status: 502, why: "no such name is known" };
    case "EAI_AGAIN":
      return { kind: "failed", status: 502, why: "no name server answers" };
    case "ECONNREFUSED":
      return { kind: "failed", status: 502, why: "it refuses the connection" };
    case "ETIMEDOUT":
      return { kind: "failed", status: 504, why: "it does not answer in time" };
    default:
      return { kind: "failed", status: 502, why: `it is not reached (${code || "unknown"})` };
  }
}

async function inTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(Object.assign(new Error("no answer in time"), { code: "ETIMEDOUT" }));
    }, timeoutMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

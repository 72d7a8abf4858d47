import type { Host } from "../host/host.ts";
import type { Listener } from "../host/connections.ts";
import type { PlannedTarget } from "./plan-targets.ts";
import type { Target } from "./surroundings.ts";

export interface OpenTargets {
  readonly targets: readonly Target[];
  readonly close: () => void;
}

/** Opens this machine's own ports for the trial and finds out which of the other targets answer at all. */
export async function openTargets(
  host: Pick<Host, "connections">,
  planned: readonly PlannedTarget[],
  token: string,
): Promise<OpenTargets> {
  const listeners = new Map<string, Listener>();
  const close = (): void => {
    for (const listener of listeners.values()) listener.close();
  };
  try {
    const own = planned.filter(({ port }) => port === undefined);
    for (const { place, address } of own) {
      if (isName(address)) continue;
      listeners.set(`${place} ${address}`, await host.connections.listen(address, `${token}\n`));
    }
    const listening = own.flatMap((target) => listeningTargets(target, listeners, token));
    const others = await Promise.all(planned.map((target) => otherTarget(host, target)));
    return { targets: [...listening, ...others.flat()], close };
  } catch (error) {
    close();
    throw error;
  }
}

// A name of the sandbox's own may lead to any of the listeners that were opened for its place.
function listeningTargets(
  { place, address, protocol }: PlannedTarget,
  listeners: ReadonlyMap<string, Listener>,
  token: string,
): readonly Target[] {
  const fitting = [...listeners].filter(([key]) =>
    isName(address) ? key.startsWith(`${place} `) : key === `${place} ${address}`,
  );
  return fitting.map(([, { port }]) => ({ place, address, port, protocol, token, live: true }));
}

function isName(address: string): boolean {
  return /^[a-z]+$/.test(address);
}

async function otherTarget(
  host: Pick<Host, "connections">,
  { place, address, port, protocol }: PlannedTarget,
): Promise<readonly Target[]> {
  if (port === undefined) return [];
  const target = { place, address, port, protocol, token: "" };
  return [{ ...target, live: await answers(host, target) }];
}

async function answers(
  { connections }: Pick<Host, "connections">,
  { place, address, port, protocol }: Omit<Target, "live">,
): Promise<boolean | undefined> {
  // The sandbox's loopback and resolver are others than this machine's.
  if (isName(address) || place.startsWith("port-")) return undefined;
  return protocol === "udp"
    ? await connections.answersDns(address)
    : await connections.connects(address, port);
}

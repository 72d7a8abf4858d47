import type { Socket } from "../../host/network/network.ts";

export interface TieLimits {
  readonly idleMs: number;
  readonly halfOpenMs: number;
}

/** Lets two open connections end together, in time; what was read from the one is still written to the other. */
export function tie(one: Socket, other: Socket, limits: TieLimits): void {
  const halfOpen = (): void => {
    one.setTimeout(limits.halfOpenMs);
    other.setTimeout(limits.halfOpenMs);
  };
  const ends = [
    [one, other],
    [other, one],
  ] as const;
  for (const [socket, partner] of ends) {
    socket.setTimeout(limits.idleMs, () => socket.destroy());
    socket.on("error", () => socket.destroy());
    socket.once("end", halfOpen);
    socket.once("close", () => {
      if (!partner.destroyed) partner.destroySoon();
    });
  }
}

/** Resolves once a socket is closed, now or later. */
export function whenClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once("close", () => resolve());
  });
}

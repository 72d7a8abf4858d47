import type { Socket } from "node:net";
import type { BufferPool } from "./buffer-pool.ts";

/** What a connection brings in, written on from one buffer of its own: no garbage, no copy, no more than that in memory. */
export interface Pour {
  /** For Node's `connect`. */
  readonly onread: {
    readonly buffer: Buffer;
    readonly callback: (bytes: number, buffer: Uint8Array) => boolean;
  };
  /** Begins: all of `from` goes to `to`, at its pace, and then its end. */
  readonly into: (from: Socket, to: Socket) => void;
  /** The connection is closed, or was never opened. */
  readonly close: () => void;
}

/** Makes the reading side of a connection that is yet to be opened; until it is told where to, it reads nothing more. */
export function makePour(pool: BufferPool): Pour {
  const buffer = pool.take();
  let held = 0;
  let target: { readonly from: Socket; readonly to: Socket } | undefined;
  let writing = 0;
  let state: "open" | "closed" | "given back" = "open";
  // Not before the last write of it is done: another connection will read into it.
  const giveBack = (): void => {
    if (state !== "closed" || writing > 0) return;
    state = "given back";
    pool.giveBack(buffer);
  };
  const writeOn = (bytes: number): boolean => {
    if (target === undefined) {
      held = bytes;
      return false;
    }
    const { from, to } = target;
    if (!to.writable) return false;
    writing += 1;
    to.write(buffer.subarray(0, bytes), () => {
      writing -= 1;
      from.resume();
      giveBack();
    });
    // Written already, as a rule; else the buffer is not free yet.
    return to.writableLength === 0;
  };
  return {
    onread: { buffer, callback: writeOn },
    into: (from, to) => {
      target = { from, to };
      from.once("end", () => to.end());
      if (held > 0) writeOn(held);
      else from.resume();
    },
    close: () => {
      if (state === "open") state = "closed";
      giveBack();
    },
  };
}

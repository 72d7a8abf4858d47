import type { Socket } from "node:net";

/** How much of a connection is held at once, each: what comes in waits in the kernel until this is written on. */
const HELD_BYTES = 65_536;

/** What a connection brings in, written on from one buffer of its own: no garbage, no copy, no more than that in memory. */
export interface Pour {
  /** For Node's `connect`. */
  readonly onread: {
    readonly buffer: Buffer;
    readonly callback: (bytes: number, buffer: Uint8Array) => boolean;
  };
  /** Begins: all of `from` goes to `to`, at its pace, and then its end. */
  readonly into: (from: Socket, to: Socket) => void;
}

/** Makes the reading side of a connection that is yet to be opened; until it is told where to, it reads nothing more. */
export function makePour(): Pour {
  // Never one that another connection had: a write of it may still be on its way.
  const buffer = Buffer.allocUnsafeSlow(HELD_BYTES);
  let held = 0;
  let target: { readonly from: Socket; readonly to: Socket } | undefined;
  const writeOn = (bytes: number): boolean => {
    if (target === undefined) {
      held = bytes;
      return false;
    }
    const { from, to } = target;
    if (!to.writable) return false;
    to.write(buffer.subarray(0, bytes), () => from.resume());
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
  };
}

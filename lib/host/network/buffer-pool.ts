/** How much of a connection is held at once, each: what comes in waits in the kernel until this is written on. */
const HELD_BYTES = 32_768;

/** What is kept for the next connections. */
const KEPT_BUFFERS = 32;

/**
 * Buffers that are used again. Made anew for each connection they wait for the garbage collector by the thousand.
 */
export interface BufferPool {
  readonly take: () => Buffer;
  /** Nothing may read or write it any more. */
  readonly giveBack: (buffer: Buffer) => void;
}

export function bufferPool(): BufferPool {
  const kept: Buffer[] = [];
  return {
    take: () => kept.pop() ?? Buffer.allocUnsafeSlow(HELD_BYTES),
    giveBack: (buffer) => {
      if (kept.length < KEPT_BUFFERS) kept.push(buffer);
    },
  };
}

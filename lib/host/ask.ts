import { closeSync, openSync, readSync, writeSync } from "node:fs";

const LINE_BYTES = 4096;

/**
 * Asks the person at the terminal and returns the line, undefined when it was closed instead. It is read from the terminal
 * itself and no further than the line's end, so that what was typed ahead is left for the sandbox.
 */
export function ask(question: string): string | undefined {
  const terminal = openSync("/dev/tty", "r+");
  try {
    writeSync(terminal, question);
    const bytes = new Uint8Array(LINE_BYTES);
    const count = readSync(terminal, bytes);
    return count === 0 ? undefined : new TextDecoder().decode(bytes.subarray(0, count)).trim();
  } finally {
    closeSync(terminal);
  }
}

import { constants } from "node:os";
import { passSignals } from "./pass-signals.ts";
import type { Finished, RunOptions } from "./processes.ts";

const NOT_STARTED = 127;

/** The number of a signal, 0 for none. */
export function signalNumber(signal: string | undefined | null): number {
  const numbers: Readonly<Record<string, number>> = constants.signals;
  return signal ? (numbers[signal] ?? 0) : 0;
}

/** Runs a child to its end and keeps what it said; a non-zero status is a result, not an exception. */
export async function runProcess(
  argv: readonly string[],
  options: RunOptions = {},
): Promise<Finished> {
  // execa is imported here because a launch that finds everything fresh never needs it.
  const { execa } = await import("execa");
  const [file = "", ...rest] = argv;
  const child = execa(file, rest, {
    reject: false,
    ...(options.input === undefined ? { stdin: "ignore" as const } : { input: options.input }),
    all: true,
    // In a group of its own, a builder does not meet the Ctrl-C of a terminal before `passSignals` does.
    detached: options.onLine !== undefined,
    stripFinalNewline: false,
    ...(options.environment === undefined ? {} : { env: options.environment }),
    ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }),
  });
  if (options.onLine) {
    const stop = passSignals(child.pid);
    for await (const line of child.iterable({ from: "all", reject: false })) options.onLine(line);
    await child;
    stop();
  }
  const result = await child;
  const signalled = signalNumber(result.signal);
  return {
    status: result.exitCode ?? (signalled > 0 ? 128 + signalled : NOT_STARTED),
    stdout: result.stdout,
    stderr: result.stderr || (result.exitCode === undefined ? (result.originalMessage ?? "") : ""),
  };
}

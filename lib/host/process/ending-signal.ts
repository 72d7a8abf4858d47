import type { EndingSignal } from "./session.ts";

/** The status of a program that a signal ended, as a shell tells it. */
export const ENDING_STATUS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Calls back on Ctrl-C, SIGTERM or a closed terminal, each time one comes; the returned function stops that. */
export function onEnding(call: (signal: EndingSignal) => void): () => void {
  for (const signal of SIGNALS) process.on(signal, call);
  return () => {
    for (const signal of SIGNALS) process.off(signal, call);
  };
}

/** Lets a task come to its own end though a signal comes; `status` is that of the first one, 0 where none came. */
export async function throughSignals<Result>(
  task: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly status: number }> {
  let status = 0;
  const stop = onEnding((signal) => {
    status ||= ENDING_STATUS[signal];
  });
  try {
    const result = await task();
    return { result, status };
  } finally {
    stop();
  }
}

import type { EndingSignal } from "./session.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Calls back on Ctrl-C, SIGTERM or a closed terminal, each time one comes; the returned function stops that. */
export function onEnding(call: (signal: EndingSignal) => void): () => void {
  for (const signal of SIGNALS) process.on(signal, call);
  return () => {
    for (const signal of SIGNALS) process.off(signal, call);
  };
}

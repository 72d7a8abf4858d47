import { descendants } from "./descendants.ts";
import { sendTo } from "./send-to.ts";
import type { EndingSignal } from "./session.ts";

const ENDING_SIGNALS: readonly EndingSignal[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Passes a signal that ends this process (or `endWith` in its place) on to a child and all that it started, by force
 * the second time. The returned function, to be called when the child has ended, stops that and lets a signal that came
 * end this process too.
 */
export function passSignals(pid: number | undefined, endWith?: EndingSignal): () => void {
  let received: EndingSignal | undefined;
  const onSignal = (signal: EndingSignal): void => {
    const sent = received === undefined ? (endWith ?? signal) : "SIGKILL";
    received ??= signal;
    // A builder alone would end and leave its running step behind: the step's own runtime has to be told.
    for (const each of pid === undefined ? [] : [pid, ...descendants(pid)]) sendTo(each, sent);
  };
  for (const signal of ENDING_SIGNALS) process.on(signal, onSignal);
  return () => {
    for (const signal of ENDING_SIGNALS) process.off(signal, onSignal);
    if (received !== undefined) sendTo(process.pid, received);
  };
}

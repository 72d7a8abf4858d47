import { descendants } from "./descendants.ts";
import { sendTo } from "./send-to.ts";
import type { EndingSignal } from "./session.ts";

const ENDING_SIGNALS: readonly EndingSignal[] = ["SIGINT", "SIGTERM", "SIGHUP"];
/** How long a builder may take to clear up behind a step that was ended. */
const PATIENCE_MS = 3000;

function tell(processes: readonly number[], signal: NodeJS.Signals): void {
  for (const each of processes) sendTo(each, signal);
}

/**
 * Lets a signal that ends this process end a builder first: SIGTERM to what the builder has started, after a while to the builder
 * too, and by force the second time. The returned function, to be called when the builder has ended, stops that and lets a signal
 * that came end this process as well.
 */
export function passSignals(builder: number | undefined): () => void {
  let received: EndingSignal | undefined;
  let timer: NodeJS.Timeout | undefined;
  const onSignal = (signal: EndingSignal): void => {
    const isFirst = received === undefined;
    received ??= signal;
    if (builder === undefined) return;
    const started = descendants(builder);
    if (!isFirst) {
      tell([builder, ...started], "SIGKILL");
      return;
    }
    // Podman ends at once when it is told, and leaves the running step and its working container behind. The step's own runtime
    // ends the step, for which Podman then fails, and clears up.
    tell(started.length > 0 ? started : [builder], "SIGTERM");
    timer = setTimeout(() => tell([builder, ...descendants(builder)], "SIGTERM"), PATIENCE_MS);
  };
  for (const signal of ENDING_SIGNALS) process.on(signal, onSignal);
  return () => {
    clearTimeout(timer);
    for (const signal of ENDING_SIGNALS) process.off(signal, onSignal);
    if (received !== undefined) sendTo(process.pid, received);
  };
}

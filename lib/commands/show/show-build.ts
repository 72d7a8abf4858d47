import type { Host } from "../../host/host.ts";
import type { BuildEvent, OnBuildEvent } from "../../image/build/build-event.ts";
import { printable } from "../../printable.ts";

export interface ShowBuildOptions {
  /** Events on stdout, a line of JSON each. */
  readonly json: boolean;
  /** Say that nothing had to be done, too. */
  readonly fresh: boolean;
}

/** Shows a build as it goes: one line that is redrawn on a terminal, plain lines elsewhere. */
export function showBuild(
  host: Pick<Host, "terminal" | "now">,
  options: ShowBuildOptions,
): { readonly onEvent: OnBuildEvent; readonly done: () => void } {
  const { terminal } = host;
  const startedAt = host.now().getTime();
  const seconds = (): number => Math.round((host.now().getTime() - startedAt) / 1000);
  const clear = terminal.live ? "\r\u001B[K" : "";
  let current: Extract<BuildEvent, { event: "step" }> | undefined;
  const redraw = (): void => {
    if (current) terminal.say(clear + fit(describeStep(current, seconds()), terminal.columns));
  };
  const timer = terminal.live ? setInterval(redraw, 1000) : undefined;
  timer?.unref();
  const onEvent = (event: BuildEvent): void => {
    if (options.json) terminal.answer(`${JSON.stringify(event)}\n`);
    if (event.event === "output" || (event.event === "fresh" && !options.fresh)) return;
    current = event.event === "step" ? event : undefined;
    if (current && terminal.live) redraw();
    else terminal.say(`${clear}${describeEvent(event, seconds())}\n`);
  };
  return {
    onEvent,
    done: () => {
      clearInterval(timer);
      if (current && terminal.live) terminal.say(clear);
    },
  };
}

type Step = Extract<BuildEvent, { event: "step" }>;

function describeStep(step: Step, seconds: number): string {
  return `${step.profile}: step ${step.step} of ${step.of} (${seconds} s): ${printable(step.text)}`;
}

function describeEvent(event: Exclude<BuildEvent, { event: "output" }>, seconds: number): string {
  switch (event.event) {
    case "fresh":
      return `${event.profile}: ${event.image} is fresh`;
    case "stale":
      return `${event.profile}: building ${event.image} (${event.reason})`;
    case "waiting":
      return "waiting for another build to end";
    case "pull":
      return `pulling ${printable(event.image)}`;
    case "step":
      return describeStep(event, seconds);
    case "built":
      return `${event.profile}: built ${event.image} in ${event.seconds} s`;
  }
}

// The last column stays free: a terminal would wrap there and the line could not be redrawn.
function fit(text: string, columns: number): string {
  return text.length < columns ? text : `${text.slice(0, columns - 2)}…`;
}

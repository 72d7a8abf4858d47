import { PaddockError } from "../../errors.ts";
import type { Host } from "../../host/host.ts";
import { printable } from "../../printable.ts";
import { buildArgv } from "./build-argv.ts";
import type { BuildPlan } from "./build-argv.ts";
import { parseStep } from "./build-event.ts";
import type { BuildStep, OnBuildEvent } from "./build-event.ts";

const LINES_SHOWN = 12;

/** Runs one `podman build`; a failure carries the step, the last lines and the status of the step. The tag moves only at its end. */
export async function buildImage(
  host: Pick<Host, "processes">,
  plan: BuildPlan,
  onEvent: OnBuildEvent,
): Promise<void> {
  const profile = plan.profile.name;
  let current: BuildStep | undefined;
  const tail: string[] = [];
  const onLine = (line: string): void => {
    const step = parseStep(line);
    if (step) {
      current = step;
      tail.length = 0;
      onEvent({ event: "step", profile, ...step });
    } else if (line.trim() !== "") {
      tail.push(line);
      onEvent({ event: "output", profile, line });
    }
  };
  const { status } = await host.processes.run(buildArgv(plan), { onLine });
  if (status !== 0) throw buildFailure(plan, { status, step: current, tail });
}

interface Failure {
  readonly status: number;
  readonly step: BuildStep | undefined;
  readonly tail: readonly string[];
}

function buildFailure(plan: BuildPlan, failure: Failure): PaddockError {
  const { status, step } = failure;
  const where = step ? `step ${step.step}/${step.of}, ${printable(step.text)}` : "its start";
  const said = failure.tail.slice(-LINES_SHOWN).map((line) => `\n  | ${printable(line)}`);
  return new PaddockError(
    "build-failed",
    `The build of profile ${plan.profile.name} failed at ${where} (status ${status}).${said.join("")}`,
    { fix: `Mend ${plan.profile.containerfile}; an image from before stays as it was.`, status },
  );
}

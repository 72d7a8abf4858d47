/** What happens in a build, as it happens; also the lines of `--json`. */
export type BuildEvent =
  | { readonly event: "fresh"; readonly profile: string; readonly image: string }
  | {
      readonly event: "stale";
      readonly profile: string;
      readonly image: string;
      readonly reason: string;
    }
  | { readonly event: "waiting" }
  | { readonly event: "pull"; readonly image: string }
  | {
      readonly event: "step";
      readonly profile: string;
      readonly step: number;
      readonly of: number;
      readonly text: string;
    }
  | { readonly event: "output"; readonly profile: string; readonly line: string }
  | {
      readonly event: "built";
      readonly profile: string;
      readonly image: string;
      readonly id: string;
      readonly seconds: number;
    };

export type OnBuildEvent = (event: BuildEvent) => void;

export interface BuildStep {
  readonly step: number;
  readonly of: number;
  readonly text: string;
}

const STEP = /^(?:\[(?<stage>\d+)\/(?<stages>\d+)\] )?STEP (?<step>\d+)\/(?<of>\d+): (?<text>.*)$/;

/** Reads a `STEP n/m: ...` line of `podman build`. */
export function parseStep(line: string): BuildStep | undefined {
  const groups = STEP.exec(line)?.groups;
  if (groups === undefined) return undefined;
  return { step: Number(groups["step"]), of: Number(groups["of"]), text: groups["text"] ?? "" };
}

import type { Policy } from "../../policy/policy.ts";
import type { RuleContext } from "../../policy/rules/finding.ts";
import type { Entrypoint } from "../subject.ts";

/** What the rules about a launch know. */
export interface LaunchFacts {
  readonly policy: Policy;
  readonly context: RuleContext;
  /** Whether the launch runs in a krun machine. */
  readonly isMachine: boolean;
  /** Of the image, by its Containerfiles. */
  readonly environment: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly entrypoint: Entrypoint | undefined;
  /** Whether all of what lies below the Containerfile is known. */
  readonly isBaseKnown: boolean;
}

/** The value of an annotation, as written. */
export function annotation({ annotations }: Policy, name: string): string | undefined {
  return annotations.findLast((setting) => setting.name === name)?.value;
}

import type { MachineFacts } from "../host/machine/machine-facts.ts";
import type { ComponentRow } from "./components/component-row.ts";
import { componentRows } from "./components/component-rows.ts";
import type { JudgedLaunch } from "./promises/judged-launch.ts";
import { allKept, promiseRows } from "./promises/promise-rows.ts";
import type { PromiseRow } from "./promises/promise-rows.ts";

/** What the doctor says of a machine and one profile. */
export interface Diagnosis {
  readonly paddock: string;
  readonly profile: string;
  /** `krun`, `crun`, ...; undefined: Podman's own choice. */
  readonly runtime: string | undefined;
  readonly components: readonly ComponentRow[];
  /** Why the profile promises nothing that could be judged: its label cannot be read. */
  readonly unreadable?: { readonly message: string; readonly fix: string };
  readonly promises: readonly PromiseRow[];
  /** Whether every promise that a machine can keep is kept. */
  readonly kept: boolean;
}

/** A profile's launch, or why its label cannot be read. */
export type ProfileLaunch =
  | ({ readonly kind: "read" } & Omit<JudgedLaunch, "facts">)
  | { readonly kind: "unreadable"; readonly message: string; readonly fix: string };

/** The diagnosis of a machine for a profile, from plain values. */
export function diagnose(facts: MachineFacts, profile: string, launch: ProfileLaunch): Diagnosis {
  const common = { paddock: facts.paddock, profile, components: componentRows(facts) };
  if (launch.kind === "unreadable") {
    const { message, fix } = launch;
    const unreadable = { message, fix };
    return { ...common, runtime: undefined, unreadable, promises: [], kept: false };
  }
  const promises = promiseRows({ ...launch, facts });
  return { ...common, runtime: launch.policy.runtime, promises, kept: allKept(promises) };
}

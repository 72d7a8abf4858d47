import { EGRESS_LABEL } from "../../egress/allowlist/egress-list.ts";
import type { LaunchValues } from "../../label/run-label.ts";
import type { Policy } from "../../policy/policy.ts";
import type { JudgedEgress } from "./judged-egress.ts";

// pasta maps port 0 to nothing; it is also what runlabel leaves of `0$OPT1`.
const NO_PORT = "0";

/** The text of the list; undefined where there is none, or a blank one in place of an inherited one. */
export function egressText(labels: Readonly<Record<string, string>>): string | undefined {
  const text = labels[EGRESS_LABEL] ?? "";
  return text.trim() === "" ? undefined : text;
}

/** The values that a run label gets from Paddock where the profile has a list: OPT1 is the port of a proxy, which does not listen yet. */
export function egressValues(labels: Readonly<Record<string, string>>): Pick<LaunchValues, "opt1"> {
  return egressText(labels) === undefined ? {} : { opt1: NO_PORT };
}

/**
 * Reads the list, and judges the launch by it. Asynchronous because most launches have none, and need not load what reads it.
 * @throws PaddockError("label-invalid") for a list that is not understood.
 */
export async function judgedEgress(
  labels: Readonly<Record<string, string>>,
  policy: Policy,
): Promise<JudgedEgress | undefined> {
  const text = egressText(labels);
  if (text === undefined) return undefined;
  const { judgeEgressText } = await import("./judged-egress.ts");
  return judgeEgressText(text, policy);
}

import { broken, holds, notMeasurable } from "../outcome.ts";
import type { Outcome } from "../outcome.ts";
import { entry } from "../probe/report.ts";
import type { Report } from "../probe/report.ts";
import type { EgressControl } from "./egress-controls.ts";

/** Holds a promise of a list against the statuses that the probe was answered with. */
export function judgeEgress({ id, expected }: EgressControl, report: Report): Outcome {
  const [tunnel = "", answer = "", ...more] = entry(report, "egress", id) ?? [];
  if (tunnel === "no-tool") return notMeasurable("the image has no curl to try it with");
  if (more.length > 0 || !/^\d{3} \d{3}$/.test(`${tunnel} ${answer}`)) {
    return notMeasurable("the probe did not say");
  }
  // A redirect counts as denied only where it was followed: the first answer came, and the tunnel after it did not.
  const isDenied =
    tunnel === "403" || (expected.redirected !== true && tunnel === "000" && answer === "403");
  if (expected.allowed) {
    if (isDenied) return broken("the proxy denied it");
    if (tunnel === "200") return holds("the proxy opened the tunnel");
    return notMeasurable("it does not answer");
  }
  if (isDenied) return holds("denied, status 403");
  if (answer !== "000") return broken(`answered with status ${answer}`);
  // Only the first bytes in a tunnel name the server: it is open by then, and cut.
  if (expected.tunnel !== "" && tunnel === "200") return holds("the tunnel was cut");
  return tunnel === "200" ? broken("the tunnel was opened") : notMeasurable("nobody answered");
}

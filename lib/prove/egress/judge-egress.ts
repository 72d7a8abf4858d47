import type { ProxyRecord } from "../../egress/proxy/context.ts";
import { broken, holds, notMeasurable } from "../outcome.ts";
import type { Outcome } from "../outcome.ts";
import { entry } from "../probe/report.ts";
import type { Report } from "../probe/report.ts";
import type { EgressControl } from "./egress-controls.ts";

/**
 * Holds a promise of a list against the statuses that the probe was answered with, and against what the proxy itself decided:
 * a server can answer with 403 too, clouds' metadata among them, and one that does not know a name ends a tunnel as a cut does.
 */
export function judgeEgress(
  { id, expected }: EgressControl,
  report: Report,
  seen: readonly ProxyRecord[],
): Outcome {
  const [tunnel = "", answer = "", ...more] = entry(report, "egress", id) ?? [];
  if (tunnel === "no-tool") return notMeasurable("the image has no curl to try it with");
  if (more.length > 0 || !/^\d{3} \d{3}$/.test(`${tunnel} ${answer}`)) {
    return notMeasurable("the probe did not say");
  }
  // A redirect counts as denied only where it was followed: the first answer came, and the tunnel after it did not.
  const isDenied =
    tunnel === "403" || (expected.redirected === undefined && tunnel === "000" && answer === "403");
  if (expected.allowed) {
    if (isDenied) return broken("the proxy denied it");
    if (tunnel === "200") return holds("the proxy opened the tunnel");
    return notMeasurable("it does not answer");
  }
  if (isDenied) return confirmed("denied, status 403", expected, seen);
  if (answer !== "000") return broken(`answered with status ${answer}`);
  // Only the first bytes in a tunnel name the server: it is open by then, and cut.
  if (expected.tunnel !== "" && tunnel === "200") {
    return confirmed("the tunnel was cut", expected, seen);
  }
  return tunnel === "200" ? broken("the tunnel was opened") : notMeasurable("nobody answered");
}

function confirmed(
  measured: string,
  expected: EgressControl["expected"],
  seen: readonly ProxyRecord[],
): Outcome {
  const verdicts = verdictsOn(expected, seen);
  if (verdicts.includes("denied")) return holds(measured);
  return verdicts.length > 0
    ? broken("the proxy let it through, and the refusal is another's")
    : notMeasurable("the proxy was not asked, and the refusal is another's");
}

/** What the proxy decided on the host and port of a request. */
function verdictsOn(
  { url, tunnel, redirected }: EgressControl["expected"],
  seen: readonly ProxyRecord[],
): readonly ProxyRecord["verdict"][] {
  const { protocol, hostname, port } = new URL(
    redirected ?? (tunnel === "" ? url : `https://${tunnel}/`),
  );
  const asked = Number(port || (protocol === "http:" ? "80" : "443"));
  return seen
    .filter((record) => record.host === hostname && record.port === asked)
    .map(({ verdict }) => verdict);
}

import type { NetworkPlace } from "../../control/control.ts";
import { broken, holds, notMeasurable } from "../outcome.ts";
import type { Outcome } from "../outcome.ts";
import type { Report } from "../probe/report.ts";
import type { Surroundings, Target } from "../surroundings.ts";

interface Attempt {
  readonly address: string;
  readonly port: string;
  readonly result: string;
}

interface Reach {
  readonly place: NetworkPlace;
  readonly reachable: boolean;
}

/** Whether a place of the network is reached as promised. That nothing answers proves nothing but where something would. */
export function judgeReach({ place, reachable }: Reach, around: Surroundings): Outcome {
  const { report } = around;
  const tried = attempts(report, place);
  if (tried === undefined) return notMeasurable("the probe's report is garbled");
  const open = tried.find(({ result }) => result === "open");
  if (open !== undefined) {
    const measured = `${shown(open)} answers`;
    return reachable ? holds(measured) : broken(measured);
  }
  if (tried.some(({ result }) => result === "no-tool")) {
    return notMeasurable("the image has no bash or no timeout to try it with");
  }
  // Something took the connection and did not say the token: who it was is not known.
  if (!reachable && tried.some(({ result }) => result === "other")) {
    return notMeasurable("something else answered, or too late");
  }
  const targets = around.targets.filter((target) => target.place === place);
  return reachable ? judgeGrant(targets, tried) : judgeWall(place, around, targets, tried);
}

function judgeGrant(targets: readonly Target[], tried: readonly Attempt[]): Outcome {
  const target = targets.find(({ live }) => live === true);
  if (target === undefined) return notMeasurable(untried(targets));
  if (tried.length === 0) return notMeasurable("the sandbox tried nothing");
  return broken(`${target.address} answers this machine, not the sandbox`);
}

function judgeWall(
  place: NetworkPlace,
  { report }: Surroundings,
  targets: readonly Target[],
  tried: readonly Attempt[],
): Outcome {
  if (place === "ipv6") {
    return report.has("ipv6-route") ? broken("it has a route for IPv6") : holds("no IPv6 route");
  }
  const hasRoute = report.has("ipv4-route") || report.has("ipv6-route");
  if (!hasRoute && place !== "host-loopback") return holds("no route leads out");
  const evidence = targets.some(({ live }) => live === true);
  if (place === "metadata" && !evidence) return holds("nothing answers there, here either");
  // Its own resolver is only known to the sandbox: what it has no answer from, it has no names from.
  if (place === "dns") return holds(tried.length === 0 ? "it has no name server" : "no answer");
  if (!evidence || tried.length === 0) return notMeasurable(untried(targets));
  return holds(`${tried.map(shown).join(", ")}: no answer`);
}

function untried(targets: readonly Target[]): string {
  return targets.length === 0
    ? "nothing is known there to try it on: name it with --target"
    : "what was tried does not answer this machine either: name another with --target";
}

function shown({ address, port }: Attempt): string {
  return address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
}

const RESULTS = new Set("open refused silent unreachable closed other no-tool".split(" "));

/** What the probe says of its attempts on a place; undefined where one of its lines cannot be read. */
function attempts(report: Report, place: NetworkPlace): readonly Attempt[] | undefined {
  const lines = (report.get("reach") ?? []).map((line) => line.split(" "));
  const own = lines.filter(([id]) => id === place);
  const read = own.flatMap(([, address, port, result, ...more]): readonly Attempt[] => {
    if (address === undefined || port === undefined || result === undefined) return [];
    return more.length === 0 && RESULTS.has(result) ? [{ address, port, result }] : [];
  });
  return read.length === own.length ? read : undefined;
}

import type { NetworkPlace } from "../../control/control.ts";
import { broken, holds, notMeasurable } from "../outcome.ts";
import type { Outcome } from "../outcome.ts";
import type { Report } from "../probe/report.ts";
import type { Surroundings, Target } from "../surroundings.ts";

const UNSAID = "the probe did not say it";

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
  if (tried.some(({ result }) => result === "failed")) {
    return notMeasurable("an attempt failed, and not by the network");
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
  { report, vm }: Surroundings,
  targets: readonly Target[],
  tried: readonly Attempt[],
): Outcome {
  if (!report.has("routes")) return notMeasurable(UNSAID);
  if (place === "ipv6" && report.has("ipv6-route")) return broken("it has a route for IPv6");
  const hasRoute = report.has("ipv4-route") || report.has("ipv6-route");
  // libkrun can carry a guest's connections past any route: there only what was tried counts.
  if (!vm && place === "ipv6") return holds("no IPv6 route");
  if (!vm && !hasRoute && place !== "host-loopback") return holds("no route leads out");
  if (place === "ipv6" && targets.length === 0) return holds("nor has this machine an address");
  const left = targets.find((target) => isLeft(target, tried));
  if (left !== undefined) return notMeasurable(`${left.address} was not tried`);
  if (tried.length === 0) return notMeasurable(untried(targets));
  const evidence = targets.some(({ live }) => live === true);
  if (place === "metadata" && !evidence) return holds("nothing answers there, here either");
  const made = tried.filter(({ result }) => result !== "absent");
  // Its own resolver is only known to the sandbox: what it has no answer from, it has no names from.
  if (place === "dns") return holds(made.length === 0 ? "it has no name server" : "no answer");
  if (!evidence) return notMeasurable(untried(targets));
  return holds(`${made.map(shown).join(", ")}: no answer`);
}

/** Whether an address that answers this machine is missing among the attempts; what stands for several is another's to name. */
function isLeft({ address, port, live }: Target, tried: readonly Attempt[]): boolean {
  if (live !== true || /^[a-z]+$/.test(address)) return false;
  return !tried.some((attempt) => attempt.address === address && attempt.port === String(port));
}

function untried(targets: readonly Target[]): string {
  return targets.length === 0
    ? "nothing is known there to try it on: name it with --target"
    : "what was tried does not answer this machine either: name another with --target";
}

function shown({ address, port }: Attempt): string {
  return address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
}

const RESULTS = new Set(
  "open refused silent unreachable closed other no-tool failed absent".split(" "),
);

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

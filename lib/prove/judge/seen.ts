import { broken, holds, notMeasurable } from "../outcome.ts";
import type { Outcome } from "../outcome.ts";
import type { Report } from "../probe/report.ts";

// What Podman gives every container.
const OWN_DEVICES = /^\/dev\/(?:null|zero|full|random|urandom|tty|console|ptmx|pts\/(?:ptmx|\d+))$/;

export function judgeDevices(added: readonly string[], report: Report): Outcome {
  const seen = report.get("device") ?? [];
  if (!seen.includes("/dev/null")) return notMeasurable("the probe did not say it");
  const isKnown = (path: string): boolean =>
    OWN_DEVICES.test(path) ||
    added.some((device) => path === device || path.startsWith(`${device}/`));
  const foreign = seen.filter((path) => !isKnown(path));
  if (foreign.length > 0) return broken(`also ${foreign.join(", ")}`);
  return holds(`${seen.length} devices, none of the host's`);
}

const PROXIES = /^(?:https?|ftp|no)_proxy$/i;

export function judgeEnvironment(httpProxy: boolean, report: Report): Outcome {
  const seen = report.get("variable") ?? [];
  const leaked = (report.get("leaked") ?? []).filter((name) => !httpProxy || !PROXIES.test(name));
  // A process without variables is no evidence: PATH is set by the probe's own parents at least.
  if (seen.length === 0) return notMeasurable("the probe did not say it");
  if (leaked.length > 0) return broken(`${leaked.join(", ")} came from the host`);
  return holds(`${seen.length} variables, none of the host's`);
}

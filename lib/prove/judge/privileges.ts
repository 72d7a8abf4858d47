import type { Bound } from "../../control/control.ts";
import { broken, holds, notMeasurable } from "../outcome.ts";
import type { Outcome } from "../outcome.ts";
import { entry, only, onlyNumber } from "../probe/report.ts";
import type { Report } from "../probe/report.ts";
import type { Surroundings } from "../surroundings.ts";
import { capabilityNames } from "./capability-names.ts";

const UNSAID = "the probe did not say it";

export function judgeUser(
  expected: { readonly user: string; readonly group?: string },
  report: Report,
): Outcome {
  const [uid, gid] = [onlyNumber(report, "uid"), onlyNumber(report, "gid")];
  const [user, group] = [only(report, "user", /^\S+$/), only(report, "group", /^\S+$/)];
  if (uid === undefined || gid === undefined || user === undefined || group === undefined) {
    return notMeasurable(UNSAID);
  }
  const measured = `${user} is ${uid}, its group ${group} is ${gid}`;
  return is(expected.user, user, uid) && is(expected.group, group, gid)
    ? holds(measured)
    : broken(measured);
}

function is(word: string | undefined, name: string, id: number): boolean {
  return word === undefined || word === name || word === String(id);
}

export function judgeGroups(added: readonly string[], report: Report): Outcome {
  const list = /^(?:\d+ ?)*$/;
  const [all, own] = [only(report, "groups", list), only(report, "own-groups", list)];
  const gid = only(report, "gid", /^\d+$/);
  if (all === undefined || own === undefined || gid === undefined) return notMeasurable(UNSAID);
  const known = new Set([gid, ...own.split(" "), ...added]);
  const foreign = all.split(" ").filter((id) => id !== "" && !known.has(id));
  // A group that was added by its name is in there with a number that only the image knows.
  const named = added.filter((group) => !/^\d+$/.test(group)).length;
  if (added.includes("keep-groups") || foreign.length <= named) {
    return holds(`groups ${all.trim() || "none"}`);
  }
  const host = foreign.includes("65534") ? ", 65534 standing for the host's" : "";
  return broken(`also in the groups ${foreign.join(", ")}${host}`);
}

const SETS = ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"];

export function judgeCapabilities(most: readonly string[], report: Report): Outcome {
  const sets = SETS.map((name) => only(report, name, /^[0-9a-f]{16}$/));
  const made = entry(report, "mknod", "/tmp")?.[0];
  if (sets.includes(undefined) || made === undefined) return notMeasurable(UNSAID);
  const found = new Set(sets.flatMap((set) => capabilityNames(set ?? "")));
  const more = [...found].filter((name) => !most.includes(name));
  if (more.length > 0) return broken(`has ${more.join(", ")}`);
  if (made === "done" && !most.includes("MKNOD")) return broken("could make a device");
  return holds(found.size === 0 ? "all five sets are empty" : `has ${[...found].join(", ")}`);
}

export function judgeNoNewPrivileges(report: Report): Outcome {
  const value = only(report, "NoNewPrivs", /^[01]$/);
  if (value === undefined) return notMeasurable(UNSAID);
  return value === "1" ? holds("no_new_privs is set") : broken("no_new_privs is not set");
}

export function judgeSeccomp(of: Bound, { report, outside }: Surroundings): Outcome {
  const value =
    of === "monitor" ? outside?.status.get("Seccomp") : only(report, "Seccomp", /^[012]$/);
  if (value === undefined) {
    return notMeasurable(of === "monitor" ? "the monitor was not found" : UNSAID);
  }
  return value === "2" ? holds("a filter is on") : broken("no filter is on");
}

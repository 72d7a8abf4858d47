import { sizeInWords } from "../../control/byte-size.ts";
import type { Control } from "../../control/control.ts";
import { broken, holds, notEnforced, notMeasurable } from "../outcome.ts";
import type { Outcome } from "../outcome.ts";
import { entry, only } from "../probe/report.ts";
import type { Surroundings } from "../surroundings.ts";
import { findMount, isPodmansOwn, mountsSeen } from "./mounts-seen.ts";

const UNSAID = "the probe did not say it";

export function judgeReadOnlyRoot({ report, vm, outside }: Surroundings): Outcome {
  const mounted = new Set(mountsSeen(report).map(({ place }) => place));
  const tries = (report.get("root-write") ?? []).map((line) => line.split(" "));
  const root = tries.find(([folder]) => folder === "/")?.[1];
  const again = only(report, "root-write-again", /^\S+$/);
  const remount = only(report, "root-remount", /^\S+$/);
  const made = entry(report, "mknod", "/")?.[0];
  if (root === undefined || again === undefined || remount === undefined || made === undefined) {
    return notMeasurable(UNSAID);
  }
  const own = tries.filter(([folder = ""]) => !mounted.has(folder));
  const written = own.find(([, result]) => result === "done");
  if (written !== undefined) return broken(`${written[0] ?? ""} could be written`);
  if (remount === "done" || again === "done") return broken("it could be mounted anew");
  const isRefused = own.every(([, result]) => result === "read-only" || result === "failed");
  if (!isRefused || root !== "read-only" || again !== "read-only") {
    // A guest's own kernel asks for the user's rights first: what keeps the root is seen from outside.
    if (!vm) return broken("only the user's own rights keep it from being written");
    if (outside === undefined) return notMeasurable("the monitor was not found");
    if (!outside.readOnly.has("/")) return broken("it is not mounted read-only");
  }
  if (made === "done") return broken("a device could be made in it");
  return [remount, made].includes("no-tool")
    ? holds("writing is refused; the image has no tool to mount it anew or make a device")
    : holds("writing, mounting anew and making a device are refused");
}

type Tmpfs = { readonly options: readonly string[]; readonly size?: number };

export function judgeTmpfs(control: Control, expected: Tmpfs, around: Surroundings): Outcome {
  const place = control.id.slice("tmpfs:".length);
  const [, execution, kibibytes = ""] = tried("tmpfs", place, around) ?? [];
  const seen = findMount(around.report, place);
  if (execution === undefined || !/^\d+$/.test(kibibytes)) return notMeasurable(UNSAID);
  if (expected.options.includes("noexec") && execution !== "refused") {
    return execution === "executed"
      ? broken("a file there could be executed")
      : notMeasurable("no file could be written there");
  }
  if (seen?.type !== "tmpfs") {
    return around.vm
      ? notEnforced("krun gives a guest one tmpfs, and this is not it")
      : broken("it is no tmpfs");
  }
  const missing = expected.options.filter((option) => !seen.options.includes(option));
  if (missing.length > 0) return broken(`it is not ${missing.join(", ")}`);
  return judgeSize(Number(kibibytes) * 1024, expected.size);
}

function judgeSize(bytes: number, most: number | undefined): Outcome {
  const measured = sizeInWords(bytes);
  if (most === undefined || bytes <= most) return holds(measured);
  if (Number.isNaN(most)) return notMeasurable("its size is not written in bytes");
  return broken(measured);
}

type Bind = { readonly readOnly: boolean; readonly options: readonly string[] };

export function judgeMount(control: Control, expected: Bind, around: Surroundings): Outcome {
  const place = control.id.slice("mount:".length);
  const [result] = tried("mount", place, around) ?? [];
  if (result === undefined) return notMeasurable(UNSAID);
  const seen = findMount(around.report, place);
  if (expected.options.length > 0 && seen === undefined) {
    return notMeasurable("the sandbox does not see how it is mounted");
  }
  const missing = expected.options.filter((option) => seen?.options.includes(option) !== true);
  if (missing.length > 0) return broken(`it is not ${missing.join(", ")}`);
  if (!expected.readOnly) {
    return result === "done" ? holds("written") : broken(`writing fails: ${result}`);
  }
  if (result === "done") return broken("it could be written");
  // A file that belongs to another refuses before the mount is asked.
  const mounted = seen?.options.includes("ro") === true;
  return result === "read-only" || mounted || around.outside?.readOnly.has(place) === true
    ? holds("writing is refused")
    : broken("only the user's own rights keep it from being written");
}

export function judgeOtherMounts(
  places: readonly string[],
  { report, host }: Surroundings,
): Outcome {
  const seen = mountsSeen(report);
  const isWhole = seen.length === report.get("mounted")?.length;
  if (!isWhole || !seen.some(({ place }) => place === "/")) return notMeasurable(UNSAID);
  const foreign = seen.filter(
    (mount) => !places.includes(mount.place) && !isPodmansOwn(mount, host.tmpfs),
  );
  if (foreign.length === 0) return holds("nothing else is mounted");
  return broken(foreign.map(({ place, from }) => `${from} is mounted at ${place}`).join("; "));
}

function tried(
  kind: "mount" | "tmpfs",
  place: string,
  { report, places }: Surroundings,
): readonly string[] | undefined {
  return entry(report, kind, String(places.indexOf(place)));
}

import type { Fingerprint } from "./fingerprint.ts";
import { stampOf } from "./fingerprint.ts";

/** The image label that holds the stamp. */
export const STAMP_LABEL = "paddock.stamp";

export type StaleReason =
  | { readonly kind: "containerfile" }
  | { readonly kind: "containerfile-newer" }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "file-newer"; readonly path: string }
  | { readonly kind: "base"; readonly image: string }
  | { readonly kind: "argument"; readonly name: string }
  | { readonly kind: "authorities" }
  /** The stamp differs and no record tells by what. */
  | { readonly kind: "sources" };

export type Staleness =
  | { readonly state: "missing" }
  | { readonly state: "fresh"; readonly builtAt: Date }
  | {
      readonly state: "stale";
      readonly builtAt: Date;
      readonly reasons: readonly [StaleReason, ...StaleReason[]];
    };

export interface JudgedImage {
  readonly createdAt: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** When each source of an image was last written. */
export interface SourceTimes {
  readonly containerfile: Date;
  readonly files: Readonly<Record<string, Date>>;
  readonly bases: Readonly<Record<string, Date>>;
}

export interface Sources {
  readonly fingerprint: Fingerprint;
  readonly times: SourceTimes;
  /** The fingerprint that the last build by Paddock left, if its record is still there. */
  readonly recorded: Fingerprint | undefined;
}

/** Whether an image is what its sources would build: by content where it bears our stamp, by time where it does not. */
export function judgeStaleness(image: JudgedImage | undefined, sources: Sources): Staleness {
  if (image === undefined) return { state: "missing" };
  const builtAt = new Date(image.createdAt);
  const stamp = image.labels[STAMP_LABEL];
  const reasons = stamp === undefined ? byTime(builtAt, sources.times) : byContent(stamp, sources);
  const [first, ...others] = reasons;
  return first === undefined
    ? { state: "fresh", builtAt }
    : { state: "stale", builtAt, reasons: [first, ...others] };
}

function byContent(stamp: string, sources: Sources): readonly StaleReason[] {
  if (stamp === stampOf(sources.fingerprint)) return [];
  const recorded = sources.recorded;
  // A record of another image says nothing about this one.
  if (recorded === undefined || stampOf(recorded) !== stamp) return [{ kind: "sources" }];
  const names = new Set([...Object.keys(recorded), ...Object.keys(sources.fingerprint)]);
  return [...names].filter((name) => recorded[name] !== sources.fingerprint[name]).map(toReason);
}

function toReason(input: string): StaleReason {
  const [kind = ""] = input.split(" ", 1);
  const name = input.slice(kind.length + 1);
  switch (kind) {
    case "Containerfile":
      return { kind: "containerfile" };
    case "file":
      return { kind: "file", path: name };
    case "base":
      return { kind: "base", image: name };
    case "argument":
      return { kind: "argument", name };
    case "authorities":
      return { kind: "authorities" };
    default:
      return { kind: "sources" };
  }
}

// The shell tool's rule: an image is stale when a source is strictly newer.
function byTime(builtAt: Date, times: SourceTimes): readonly StaleReason[] {
  const newer = (time: Date): boolean => time > builtAt;
  return [
    ...(newer(times.containerfile) ? [{ kind: "containerfile-newer" } as const] : []),
    ...Object.entries(times.files)
      .filter(([, time]) => newer(time))
      .map(([path]) => ({ kind: "file-newer", path }) as const),
    ...Object.entries(times.bases)
      .filter(([, time]) => newer(time))
      .map(([image]) => ({ kind: "base", image }) as const),
  ];
}

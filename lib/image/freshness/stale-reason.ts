import type { Staleness, StaleReason } from "./staleness.ts";

/** A reason for a build, as a part of a sentence whose subject is the image. */
export function describeReason(reason: StaleReason): string {
  switch (reason.kind) {
    case "containerfile":
      return "its Containerfile changed";
    case "containerfile-newer":
      return "its Containerfile is newer";
    case "file":
      return `${reason.path} changed`;
    case "file-newer":
      return `${reason.path} is newer`;
    case "base":
      return `its base ${reason.image} changed`;
    case "argument":
      return `the build argument ${reason.name} changed`;
    case "authorities":
      return "the certificate authorities changed";
    case "sources":
      return "its sources changed";
  }
}

/** Why an image has to be built, in a few words; undefined when it has not. */
export function describeStaleness(staleness: Staleness): string | undefined {
  switch (staleness.state) {
    case "missing":
      return "missing";
    case "fresh":
      return undefined;
    case "stale":
      return shortList(staleness.reasons.map(describeReason));
  }
}

const REASONS_SHOWN = 3;

// One line: after a git checkout every file of a context may be newer.
function shortList(reasons: readonly string[]): string {
  const more = reasons.length - REASONS_SHOWN;
  const shown = reasons.slice(0, REASONS_SHOWN);
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

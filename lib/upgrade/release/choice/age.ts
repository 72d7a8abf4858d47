import type { Packument } from "../packument.ts";

/** How old a release is; `unknown` when there is no publish time or one that cannot be true. */
export type Age =
  | { readonly kind: "known"; readonly publishedAt: Date; readonly ageMs: number }
  | { readonly kind: "unknown"; readonly problem: string };

/** Before npm's registry opened nothing was published in it. */
const FIRST_TIME_MS = Date.UTC(2010, 0, 1);
/** Clocks differ a little between machines. */
const CLOCK_SKEW_MS = 5 * 60 * 1000;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/u;

/** The age of one release at `now`; a mirror that gives the date of its copy only makes it younger. */
export function ageOf(packument: Packument, version: string, now: Date): Age {
  const written = packument.time?.[version];
  if (written === undefined) {
    return { kind: "unknown", problem: "the registry gives no publish time" };
  }
  const publishedMs = ISO_TIME.test(written) ? Date.parse(written) : Number.NaN;
  if (Number.isNaN(publishedMs) || publishedMs < FIRST_TIME_MS) {
    return { kind: "unknown", problem: "its publish time cannot be true" };
  }
  if (publishedMs > now.getTime() + CLOCK_SKEW_MS) {
    return { kind: "unknown", problem: "its publish time lies in the future" };
  }
  return {
    kind: "known",
    publishedAt: new Date(publishedMs),
    ageMs: Math.max(0, now.getTime() - publishedMs),
  };
}

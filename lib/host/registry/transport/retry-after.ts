/** The pause before another attempt, or that the registry asks for more patience than there is. */
export type Pause =
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "too-long"; readonly ms: number };

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * The pause after failed attempt `attempt` (from 1): what `Retry-After` says in seconds or as a date, up to 30 s; without
 * it, or with 0, a back-off of 1, 2, 4 s and up to half as much again (`random` is from 0 to 1).
 */
export function pauseBefore(
  attempt: number,
  retryAfter: string | undefined,
  clock: { readonly now: Date; readonly random: number },
): Pause {
  const asked = askedMs(retryAfter, clock.now);
  if (asked > LONGEST_PAUSE_MS) return { kind: "too-long", ms: asked };
  const backOff = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (1 + clock.random / 2);
  return { kind: "wait", ms: asked > 0 ? asked : Math.min(Math.round(backOff), LONGEST_PAUSE_MS) };
}

/** 0 for nothing, the past, or a text that is neither seconds nor a date. */
function askedMs(retryAfter: string | undefined, now: Date): number {
  const text = retryAfter?.trim() ?? "";
  if (/^\d+$/u.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now.getTime());
}

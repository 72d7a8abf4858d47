/** How long is waited, in milliseconds. */
export interface WatchTimes {
  /** Without a further change, until files are read: longer than an editor leaves one truncated or away. */
  readonly settleMs: number;
  /** Until they are read though changes go on. */
  readonly longestMs: number;
  /** Until a file that is away or cannot be read counts as such. */
  readonly graceMs: number;
}

/** The clock of a watch. */
export interface Timers {
  readonly set: (call: () => void, ms: number) => () => void;
  readonly now: () => number;
}

/** Tells when changes have come to rest. */
export interface Pulse {
  /** A change came. */
  readonly stir: () => void;
  /** Whether changes came that nobody has waited for yet. */
  readonly stirred: () => boolean;
  /** Resolves when changes came and settled (`true`), or after `withinMs` without any (`false`); at once when ended. */
  readonly settled: (withinMs?: number) => Promise<boolean>;
  readonly end: () => void;
  readonly ended: () => boolean;
}

interface PulseState {
  first: number | undefined;
  last: number | undefined;
  over: boolean;
  wake: (() => void) | undefined;
}

/** A pulse that stands still. */
export function createPulse(times: WatchTimes, timers: Timers): Pulse {
  const state: PulseState = { first: undefined, last: undefined, over: false, wake: undefined };
  return {
    stir: () => {
      state.last = timers.now();
      state.first ??= state.last;
      state.wake?.();
    },
    stirred: () => state.first !== undefined,
    settled: (withinMs) => settled(state, times, timers, withinMs),
    end: () => {
      state.over = true;
      state.wake?.();
    },
    ended: () => state.over,
  };
}

async function settled(
  state: PulseState,
  times: WatchTimes,
  timers: Timers,
  withinMs: number | undefined,
): Promise<boolean> {
  const until = withinMs === undefined ? undefined : timers.now() + withinMs;
  for (;;) {
    if (state.over) return false;
    const now = timers.now();
    const { first, last } = state;
    const rest =
      first === undefined || last === undefined
        ? undefined
        : Math.min(last + times.settleMs, first + times.longestMs);
    if (rest !== undefined && now >= rest) {
      state.first = state.last = undefined;
      return true;
    }
    if (rest === undefined && until !== undefined && now >= until) return false;
    await sleep(state, timers, rest ?? until);
  }
}

async function sleep(state: PulseState, timers: Timers, until: number | undefined): Promise<void> {
  let clear: (() => void) | undefined;
  await new Promise<void>((resolve) => {
    state.wake = resolve;
    if (until !== undefined) clear = timers.set(resolve, Math.max(0, until - timers.now()));
  });
  clear?.();
  state.wake = undefined;
}

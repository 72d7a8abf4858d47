import t from "tap";
import { createPulse } from "../../../lib/watch/files/pulse.ts";
import type { Pulse, Timers } from "../../../lib/watch/files/pulse.ts";

const TIMES = { settleMs: 100, longestMs: 1000, graceMs: 500 };

/** A clock that only `pass` moves, one millisecond at a time. */
function clock(): { readonly timers: Timers; readonly pass: (ms: number) => Promise<void> } {
  let now = 0;
  const waiting = new Map<symbol, { readonly at: number; readonly call: () => void }>();
  return {
    timers: {
      now: () => now,
      set: (call, ms) => {
        const id = Symbol("timer");
        waiting.set(id, { at: now + ms, call });
        return () => void waiting.delete(id);
      },
    },
    pass: async (ms) => {
      for (let turn = 0; turn < ms; turn += 1) {
        now += 1;
        for (const [id, { at, call }] of waiting) {
          if (at > now) continue;
          waiting.delete(id);
          call();
        }
        for (let step = 0; step < 5; step += 1) await Promise.resolve();
      }
    },
  };
}

/** What `settled` came to; undefined while it waits. */
function wait(pulse: Pulse, withinMs?: number): { readonly value: () => boolean | undefined } {
  let value: boolean | undefined;
  const watch = async (): Promise<void> => {
    value = await pulse.settled(withinMs);
  };
  void watch();
  return { value: () => value };
}

t.test("a change has settled when none follows it for the time", async (test) => {
  const { timers, pass } = clock();
  const pulse = createPulse(TIMES, timers);
  const { value } = wait(pulse);
  await pass(5000);
  test.equal(value(), undefined);
  pulse.stir();
  test.equal(pulse.stirred(), true);
  await pass(99);
  pulse.stir();
  await pass(99);
  test.equal(value(), undefined);
  await pass(1);
  test.equal(value(), true);
  test.equal(pulse.stirred(), false);
});

t.test("a storm without an end is read all the same", async (test) => {
  const { timers, pass } = clock();
  const pulse = createPulse(TIMES, timers);
  const { value } = wait(pulse);
  for (let turn = 0; turn < 100; turn += 1) {
    pulse.stir();
    await pass(10);
    test.equal(value(), turn < 99 ? undefined : true);
  }
});

t.test("a change from before the wait counts", async (test) => {
  const { timers, pass } = clock();
  const pulse = createPulse(TIMES, timers);
  pulse.stir();
  await pass(300);
  const { value } = wait(pulse);
  await pass(1);
  test.equal(value(), true);
});

t.test("without a change the grace runs out; with one it does not", async (test) => {
  const { timers, pass } = clock();
  const pulse = createPulse(TIMES, timers);
  const quiet = wait(pulse, 500);
  await pass(499);
  test.equal(quiet.value(), undefined);
  await pass(1);
  test.equal(quiet.value(), false);
  const stirred = wait(pulse, 500);
  await pass(450);
  pulse.stir();
  await pass(99);
  test.equal(stirred.value(), undefined);
  await pass(1);
  test.equal(stirred.value(), true);
});

t.test("its end ends the wait", async (test) => {
  const { timers, pass } = clock();
  const pulse = createPulse(TIMES, timers);
  const { value } = wait(pulse);
  pulse.end();
  await pass(1);
  test.equal(value(), false);
  test.equal(pulse.ended(), true);
  test.equal(await pulse.settled(), false);
});

import t from "tap";
import { pauseBefore } from "../../../../lib/host/registry/transport/retry-after.ts";

const now = new Date("2026-10-21T07:27:50Z");

const ROWS: readonly (readonly [
  name: string,
  attempt: number,
  retryAfter: string | undefined,
  expected: ReturnType<typeof pauseBefore>,
])[] = [
  ["none, first", 1, undefined, { kind: "wait", ms: 1000 }],
  ["none, third", 3, undefined, { kind: "wait", ms: 4000 }],
  ["D18 0 means an own back-off", 2, "0", { kind: "wait", ms: 2000 }],
  ["seconds", 1, "7", { kind: "wait", ms: 7000 }],
  ["D18 a date", 1, "Wed, 21 Oct 2026 07:28:00 GMT", { kind: "wait", ms: 10_000 }],
  ["a date in the past", 1, "Wed, 21 Oct 2020 07:28:00 GMT", { kind: "wait", ms: 1000 }],
  ["no date", 1, "soon", { kind: "wait", ms: 1000 }],
  ["longer than there is patience", 1, "300", { kind: "too-long", ms: 300_000 }],
  ["many attempts", 12, undefined, { kind: "wait", ms: 30_000 }],
];
for (const [name, attempt, retryAfter, expected] of ROWS) {
  t.test(name, (t) => {
    t.strictSame(pauseBefore(attempt, retryAfter, { now, random: 0 }), expected);
    t.end();
  });
}

t.test("the dice add up to half as much", (t) => {
  t.strictSame(pauseBefore(1, undefined, { now, random: 1 }), { kind: "wait", ms: 1500 });
  t.end();
});

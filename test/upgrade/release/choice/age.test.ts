import t from "tap";
import { ageOf } from "../../../../lib/upgrade/release/choice/age.ts";
import { casePackument, packumentOf } from "../../packument-for-tests.ts";

const now = new Date("2026-11-29T12:00:00Z");
const HOUR_MS = 3_600_000;

const ROWS: readonly (readonly [name: string, time: unknown, ageMs: number | undefined])[] = [
  ["an hour", "2026-11-29T11:00:00.000Z", HOUR_MS],
  ["an offset", "2026-11-29T13:00:00+02:00", HOUR_MS],
  ["D10 microseconds and an offset", "2026-11-29T11:00:00.000000+00:00", HOUR_MS],
  ["a clock that is a little ahead", "2026-11-29T12:04:00Z", 0],
  ["the future", "2026-11-29T13:00:00Z", undefined],
  ["before there was a registry", "1970-01-01T00:00:00.000Z", undefined],
  ["no zone", "2026-11-29T11:00:00", undefined],
  ["no time", "yesterday", undefined],
  ["a day that is not", "2026-13-41T11:00:00Z", undefined],
  ["a number", 1_764_000_000_000, undefined],
  ["nothing", undefined, undefined],
];

for (const [name, time, ageMs] of ROWS) {
  t.test(name, (t) => {
    const age = ageOf(packumentOf({ "1.0.0": {} }, { time: { "1.0.0": time } }), "1.0.0", now);
    t.equal(age.kind === "known" ? age.ageMs : undefined, ageMs);
    t.end();
  });
}

t.test("D09 no time map", (t) => {
  t.strictSame(ageOf(casePackument("D09"), "1.0.0", now), {
    kind: "unknown",
    problem: "the registry gives no publish time",
  });
  t.end();
});

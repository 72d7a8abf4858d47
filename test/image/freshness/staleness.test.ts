import t from "tap";
import { stampOf } from "../../../lib/image/freshness/fingerprint.ts";
import { judgeStaleness } from "../../../lib/image/freshness/staleness.ts";
import type { StaleReason } from "../../../lib/image/freshness/staleness.ts";

const NOW = {
  Containerfile: "1",
  "file a b": "2",
  "base x": "3",
  "argument A": "4",
  authorities: "5",
};
const EARLY = new Date("2025-01-01T00:00:00Z");
const BUILT = "2026-01-01T00:00:00Z";
const LATE = new Date("2026-01-01T00:00:01Z");
const times = { containerfile: LATE, files: { "a b": LATE }, bases: { x: LATE } };
const old = { containerfile: EARLY, files: { "a b": EARLY }, bases: { x: EARLY } };

const byContent: readonly [
  name: string,
  recorded: Record<string, string> | undefined,
  reasons: readonly StaleReason[],
][] = [
  ["the Containerfile", { ...NOW, Containerfile: "0" }, [{ kind: "containerfile" }]],
  ["a file with a blank in its name", { ...NOW, "file a b": "0" }, [{ kind: "file", path: "a b" }]],
  [
    "a file that is new",
    { Containerfile: "1", "base x": "3", "argument A": "4", authorities: "5" },
    [{ kind: "file", path: "a b" }],
  ],
  ["a file that is gone", { ...NOW, "file gone": "0" }, [{ kind: "file", path: "gone" }]],
  ["a base", { ...NOW, "base x": "0" }, [{ kind: "base", image: "x" }]],
  ["an argument", { ...NOW, "argument A": "0" }, [{ kind: "argument", name: "A" }]],
  ["authorities", { ...NOW, authorities: "0" }, [{ kind: "authorities" }]],
  [
    "several",
    { ...NOW, Containerfile: "0", "base x": "0" },
    [{ kind: "containerfile" }, { kind: "base", image: "x" }],
  ],
];
for (const [name, recorded, reasons] of byContent) {
  const labels = { "paddock.stamp": stampOf(recorded ?? {}) };
  t.same(
    judgeStaleness({ createdAt: BUILT, labels }, { fingerprint: NOW, times: old, recorded }),
    { state: "stale", builtAt: new Date(BUILT), reasons },
    name,
  );
}

const other = stampOf({ Containerfile: "elsewhere" });
for (const [name, recorded] of [
  ["no record", undefined],
  ["a record of another image", { ...NOW, Containerfile: "0" }],
] as const) {
  t.same(
    judgeStaleness(
      { createdAt: BUILT, labels: { "paddock.stamp": other } },
      { fingerprint: NOW, times: old, recorded },
    ),
    { state: "stale", builtAt: new Date(BUILT), reasons: [{ kind: "sources" }] },
    `a stamp that differs with ${name}`,
  );
}

t.same(
  judgeStaleness(
    { createdAt: "1970-01-01T00:00:00Z", labels: { "paddock.stamp": stampOf(NOW) } },
    { fingerprint: NOW, times, recorded: undefined },
  ),
  { state: "fresh", builtAt: new Date(0) },
  "C15 C17 with a stamp no time counts",
);
t.same(judgeStaleness(undefined, { fingerprint: NOW, times, recorded: NOW }), { state: "missing" });

const byTime: readonly [name: string, times: typeof old, reasons: readonly StaleReason[]][] = [
  ["the Containerfile", { ...old, containerfile: LATE }, [{ kind: "containerfile-newer" }]],
  ["a file", { ...old, files: { "a b": LATE } }, [{ kind: "file-newer", path: "a b" }]],
  ["its base", { ...old, bases: { x: LATE } }, [{ kind: "base", image: "x" }]],
];
for (const [name, sources, reasons] of byTime) {
  t.same(
    judgeStaleness(
      { createdAt: BUILT, labels: {} },
      { fingerprint: NOW, times: sources, recorded: NOW },
    ),
    { state: "stale", builtAt: new Date(BUILT), reasons },
    `without a stamp: ${name} is newer`,
  );
}
const same = new Date(BUILT);
t.same(
  judgeStaleness(
    { createdAt: BUILT, labels: {} },
    {
      fingerprint: NOW,
      times: { containerfile: same, files: { a: same }, bases: { x: same } },
      recorded: undefined,
    },
  ),
  { state: "fresh", builtAt: same },
  "without a stamp: of the same moment is not newer",
);

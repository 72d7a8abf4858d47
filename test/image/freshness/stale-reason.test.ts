import t from "tap";
import { describeStaleness } from "../../../lib/image/freshness/stale-reason.ts";
import type { StaleReason } from "../../../lib/image/freshness/staleness.ts";

const builtAt = new Date(0);
const rows: readonly [reason: StaleReason, words: string][] = [
  [{ kind: "containerfile" }, "its Containerfile changed"],
  [{ kind: "containerfile-newer" }, "its Containerfile is newer"],
  [{ kind: "file", path: "entrypoint.sh" }, "entrypoint.sh changed"],
  [{ kind: "file-newer", path: "entrypoint.sh" }, "entrypoint.sh is newer"],
  [{ kind: "base", image: "x" }, "its base x changed"],
  [{ kind: "argument", name: "A" }, "the build argument A changed"],
  [{ kind: "authorities" }, "the certificate authorities changed"],
  [{ kind: "sources" }, "its sources changed"],
];
for (const [reason, words] of rows) {
  t.equal(describeStaleness({ state: "stale", builtAt, reasons: [reason] }), words);
}
t.equal(
  describeStaleness({
    state: "stale",
    builtAt,
    reasons: [{ kind: "containerfile" }, { kind: "base", image: "x" }],
  }),
  "its Containerfile changed, its base x changed",
);
t.equal(
  describeStaleness({
    state: "stale",
    builtAt,
    reasons: [
      { kind: "containerfile" },
      ...["a", "b", "c"].map((path) => ({ kind: "file", path }) as const),
    ],
  }),
  "its Containerfile changed, a changed, b changed, 1 more",
  "one line, however many files a checkout touched",
);
t.equal(describeStaleness({ state: "missing" }), "missing");
t.equal(describeStaleness({ state: "fresh", builtAt }), undefined);

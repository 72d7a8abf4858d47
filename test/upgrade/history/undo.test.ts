import tap from "tap";
import type { HistoryEntry } from "../../../lib/upgrade/history/history.ts";
import { chooseUndone, imagesTakenBack } from "../../../lib/upgrade/history/undo.ts";

const IMAGES = [{ tag: "localhost/paddock-base:latest", before: "1", after: "2" }];

function entry(
  id: number,
  run: number,
  agent: string,
  more: Partial<HistoryEntry> = {},
): HistoryEntry {
  return {
    id,
    run,
    time: "2026-01-02T00:00:00.000Z",
    agent,
    package: `@scope/${agent}`,
    profile: "base",
    containerfile: "/x/Containerfile",
    from: { version: "1.0.0", hash: "a" },
    to: { version: "2.0.0", hash: "b" },
    integrity: "ok",
    signature: "ok",
    provenance: "ok",
    images: IMAGES,
    ...more,
  };
}

const PAIR = [entry(1, 1, "one"), entry(2, 1, "two")];
const HALF = [entry(1, 1, "one", { ended: "undone" }), entry(2, 1, "two")];
const TWICE = [entry(1, 1, "one"), entry(2, 2, "one"), entry(3, 2, "two")];

const cases: readonly {
  name: string;
  history: readonly HistoryEntry[];
  agents: readonly string[];
  ids: readonly number[];
  images: unknown;
}[] = [
  { name: "all of the last upgrade", history: PAIR, agents: [], ids: [2, 1], images: IMAGES },
  {
    name: "of two agents one: no image was without it",
    history: PAIR,
    agents: ["one"],
    ids: [1],
    images: [],
  },
  { name: "and then the other", history: HALF, agents: ["@scope/two"], ids: [2], images: IMAGES },
  {
    name: "an agent that two profiles pin, in both",
    history: [entry(1, 1, "one"), entry(2, 2, "one"), entry(3, 2, "one"), entry(4, 2, "two")],
    agents: ["one"],
    ids: [3, 2],
    images: [],
  },
  {
    name: "an agent that is named twice, once",
    history: PAIR,
    agents: ["two", "@scope/two"],
    ids: [2],
    images: [],
  },
  { name: "the last upgrade alone", history: TWICE, agents: [], ids: [3, 2], images: IMAGES },
];
for (const { name, history, agents, ids, images } of cases) {
  tap.test(`an undo takes back ${name}`, (t) => {
    const undone = chooseUndone(history, agents);
    t.same(
      undone.map(({ id }) => id),
      ids,
    );
    t.same(imagesTakenBack(history, undone), images);
    t.end();
  });
}

import t from "tap";
import { realPlaces, requireSamePlaces } from "../../../lib/launch/workspace/same-places.ts";

const judged = new Map([
  ["/w", "/w"],
  ["/home/a", "/disk/a"],
]);
const places = realPlaces([...judged.keys()], (path) => judged.get(path) ?? path);

const ROWS: ReadonlyArray<readonly [name: string, now: Readonly<Record<string, string>>]> = [
  ["a link in the workspace's place", { "/w": "/home/ann" }],
  ["a link that leads elsewhere", { "/home/a": "/disk/b" }],
  ["a link that is none any more", { "/home/a": "/home/a" }],
];
for (const [name, now] of ROWS) {
  t.test(name, async (t) => {
    t.throws(() => requireSamePlaces(places, (path) => now[path] ?? judged.get(path) ?? path), {
      code: "refused",
    });
  });
}

t.test("where nothing moved, nothing is said", async (t) => {
  t.doesNotThrow(() => requireSamePlaces(places, (path) => judged.get(path) ?? path));
});

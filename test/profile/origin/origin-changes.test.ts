import { rmSync, writeFileSync } from "node:fs";
import t from "tap";
import { changedTexts, originState } from "../../../lib/profile/origin/origin-changes.ts";
import { recordOrigin } from "../../../lib/profile/origin/origin-record.ts";
import { sha256 } from "../../../lib/sha256.ts";
import { testWorld } from "../../host-for-tests.ts";
import type { World } from "../../host-for-tests.ts";

const files = {
  "shipped/rust/Containerfile": "FROM x\n",
  "shipped/rust/below/file": "text",
  "shipped/rust/constructor": "kept",
};
const copied = { profile: "rust", version: "1.2.3" };

const rows: readonly [
  name: string,
  change: (world: World) => void,
  state: "same" | "changed" | "gone",
  texts: ReturnType<typeof changedTexts>,
][] = [
  ["nothing changed", () => {}, "same", []],
  ["touched", ({ write }) => write("shipped/rust/Containerfile", "FROM x\n"), "same", []],
  [
    "another text",
    ({ write }) => write("shipped/rust/Containerfile", "FROM y\n"),
    "changed",
    [{ kind: "texts", path: "Containerfile", before: "FROM x\n", after: "FROM y\n" }],
  ],
  [
    "one removed, one new",
    ({ root, write }) => {
      rmSync(`${root}/shipped/rust/below/file`);
      write("shipped/rust/toString", "new");
    },
    "changed",
    [
      { kind: "texts", path: "below/file", before: "text", after: undefined },
      { kind: "texts", path: "toString", before: undefined, after: "new" },
    ],
  ],
  [
    "its text of then is lost, or another one",
    ({ root, home, write }) => {
      const kept = `${home}/.local/state/paddock/origins`;
      writeFileSync(`${kept}/${sha256("text")}`, "else");
      rmSync(`${kept}/${sha256("FROM x\n")}`);
      rmSync(`${root}/shipped/rust/below/file`);
      write("shipped/rust/Containerfile", "FROM y\n");
    },
    "changed",
    [
      { kind: "lost", path: "Containerfile" },
      { kind: "lost", path: "below/file" },
    ],
  ],
  ["gone", ({ root }) => rmSync(`${root}/shipped/rust`, { recursive: true }), "gone", []],
];
for (const [name, change, state, texts] of rows) {
  t.test(name, async (t) => {
    const world = testWorld(t, { files });
    recordOrigin(world.host, "mine", "rust");
    change(world);
    const changedFiles = texts.map(({ path }) => path);
    t.same(originState(world.host, "mine"), { ...copied, state, changedFiles });
    t.same(changedTexts(world.host, "mine"), texts);
  });
}

t.test("a profile that came from none", async (t) => {
  const { host } = testWorld(t, { files });
  t.equal(originState(host, "mine"), undefined);
  t.same(changedTexts(host, "mine"), []);
});

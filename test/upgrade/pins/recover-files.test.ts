import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import t from "tap";
import { PaddockError } from "../../../lib/errors.ts";
import { systemFiles } from "../../../lib/host/files/files.ts";
import { recoverFiles } from "../../../lib/upgrade/pins/recover-files.ts";
import { hostOf } from "./killed-change.ts";

/** A world in which a change of `a` and `b` was killed; texts of the two files, undefined for an absent one. */
function killedWorld(
  root: string,
  phase: "writing" | "replacing",
  texts: Readonly<Record<"a" | "b", string | undefined>>,
): void {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(`${root}/state/paddock/replacing`, { recursive: true });
  const entries = (["a", "b"] as const).map((name) => {
    const text = texts[name];
    if (text !== undefined) writeFileSync(`${root}/${name}`, text);
    const path = `${root}/${name}`;
    return { path, beside: `${root}/.${name}.x`, was: `old ${name}`, text: `new ${name}` };
  });
  for (const { beside } of entries) writeFileSync(beside, "half");
  const journal = `${root}/state/paddock/replacing/journal.json`;
  writeFileSync(journal, JSON.stringify({ phase, entries }));
  writeFileSync(`${journal}.abc`, "half of a journal");
}

const read = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(path, "utf8") : undefined;

const cases: Record<
  string,
  [Parameters<typeof killedWorld>[1], Parameters<typeof killedWorld>[2], string, unknown[]]
> = {
  "while the new files were written: undone": [
    "writing",
    { a: "old a", b: "old b" },
    "undone",
    ["old a", "old b"],
  ],
  "before the first rename: finished": [
    "replacing",
    { a: "old a", b: "old b" },
    "finished",
    ["new a", "new b"],
  ],
  "between two renames: finished": [
    "replacing",
    { a: "new a", b: "old b" },
    "finished",
    ["new a", "new b"],
  ],
  "a profile that was removed since: dropped": [
    "replacing",
    { a: undefined, b: undefined },
    "dropped",
    [undefined, undefined],
  ],
};
for (const [name, [phase, texts, outcome, after]] of Object.entries(cases)) {
  t.test(`D25 ${name}`, async (test) => {
    const root = test.testdir();
    killedWorld(root, phase, texts);
    test.equal(await recoverFiles(hostOf(root)), outcome);
    test.strictSame([read(`${root}/a`), read(`${root}/b`)], after);
    test.strictSame([read(`${root}/.a.x`), read(`${root}/.b.x`)], [undefined, undefined]);
    test.strictSame(systemFiles.list(`${root}/state/paddock/replacing`), ["lock"]);
    test.equal(await recoverFiles(hostOf(root)), "nothing");
  });
}

t.test(
  "D25 a profile that was removed since, whose receipts are there: dropped, and they stay",
  async (test) => {
    const root = test.testdir();
    killedWorld(root, "replacing", { a: undefined, b: undefined });
    const [journal, receipts] = [
      `${root}/state/paddock/replacing/journal.json`,
      `${root}/state/paddock/upgrades.jsonl`,
    ];
    const { entries } = JSON.parse(readFileSync(journal, "utf8")) as { entries: object[] };
    const own = {
      path: receipts,
      beside: `${receipts}.x`,
      was: "first\n",
      text: "first\nsecond\n",
    };
    writeFileSync(journal, JSON.stringify({ phase: "replacing", entries: [...entries, own] }));
    writeFileSync(receipts, own.was);
    writeFileSync(own.beside, own.text);
    test.equal(await recoverFiles(hostOf(root)), "dropped");
    test.strictSame([read(receipts), read(own.beside)], [own.was, undefined]);
  },
);

t.test("D25 nothing was killed: nothing is touched, no lock taken", async (test) => {
  const root = test.testdir();
  test.equal(await recoverFiles(hostOf(root)), "nothing");
  test.equal(existsSync(`${root}/state`), false);
});

async function failureOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
  } catch (error) {
    if (error instanceof PaddockError && error.code === "failed" && error.fix !== "")
      return error.message;
    throw error;
  }
  return "accepted";
}

t.test("D25 a file that somebody changed since is never overwritten", async (test) => {
  const root = test.testdir();
  for (const b of ["mine", undefined]) {
    killedWorld(root, "replacing", { a: "new a", b });
    test.equal(
      await failureOf(recoverFiles(hostOf(root))),
      `A change of pins was killed half-way, and ${root}/b was changed by someone else since.`,
    );
    test.strictSame([read(`${root}/a`), read(`${root}/b`)], ["new a", b]);
    test.equal(existsSync(`${root}/state/paddock/replacing/journal.json`), true);
  }
});

t.test("D25 a rename that fails for good: undone", async (test) => {
  const root = test.testdir();
  killedWorld(root, "replacing", { a: "new a", b: "old b" });
  const host = hostOf(root, {
    ...systemFiles,
    replace: (from, to) => {
      if (to === `${root}/b`) throw Object.assign(new Error("no"), { code: "EROFS" });
      systemFiles.replace(from, to);
    },
  });
  test.equal(await recoverFiles(host), "undone");
  test.strictSame([read(`${root}/a`), read(`${root}/b`)], ["old a", "old b"]);
  test.equal(existsSync(`${root}/state/paddock/replacing/journal.json`), false);
});

for (const text of ["", "{", "{}", '{"phase":"replacing","entries":[{"path":1}]}']) {
  t.test(`D25 a journal that reads ${JSON.stringify(text)} is not guessed at`, async (test) => {
    const root = test.testdir();
    killedWorld(root, "replacing", { a: "new a", b: "old b" });
    writeFileSync(`${root}/state/paddock/replacing/journal.json`, text);
    test.equal(
      await failureOf(recoverFiles(hostOf(root))),
      "The journal of a change of pins cannot be read.",
    );
    test.equal(existsSync(`${root}/state/paddock/replacing/journal.json`), true);
  });
}

import t from "tap";
import { checkContainerfile } from "../../../lib/check/check-containerfile.ts";
import { blame, type LaunchFinding } from "../../../lib/check/launch/blame.ts";
import type { PlacedOption } from "../../../lib/check/launch/placed-flags.ts";
import { rangeFinder } from "../../../lib/containerfile/text-range.ts";
import { readLongFlag } from "../../../lib/policy/argv/flag-use.ts";
import { labelLine, subject, TAG } from "../subject-for-tests.ts";

/** Options at the columns 1, 2, 3, ... */
function options(words: readonly string[]): PlacedOption[] {
  const rangeOf = rangeFinder("x".repeat(words.length));
  return words.map((text, index) => {
    const range = rangeOf(index, index + 1);
    const value = { text, range, start: index, end: index + 1, find: () => range };
    return { uses: readLongFlag(text, undefined), words: [text], range, value };
  });
}

/** The columns that are to blame where the rule is broken by all of some words together. */
function columns(words: readonly string[], needed: readonly string[], about?: string) {
  const judge = (some: readonly PlacedOption[]): LaunchFinding[] => {
    const written = new Set(some.flatMap((option) => option.words));
    const isBroken = needed.every((word) => written.has(word));
    const finding = { rule: "r", severity: "note", message: "m", fix: "f" } as const;
    return isBroken ? [{ ...finding, ...(about !== undefined && { about }) }] : [];
  };
  return blame(options(words), judge).map(({ range }) => range?.start.column);
}

const WORDS = ["--rm", "--runtime=krun", "--init", "--tmpfs=/a", "--tmpfs=/b", "--env=A=b"];

t.test("one flag alone", async (test) => {
  test.strictSame(columns(WORDS, ["--init"]), [3]);
  test.strictSame(columns(WORDS, ["--env=A=b"], "runtime"), [6]);
});

t.test("flags together: the one that it is about, else any but the runtime", async (test) => {
  test.strictSame(columns(WORDS, ["--runtime=krun", "--tmpfs=/b"]), [5]);
  test.strictSame(columns(WORDS, ["--runtime=krun", "--init", "--tmpfs=/a"], "tmpfs"), [4]);
  test.strictSame(columns(WORDS, ["--runtime=krun", "--init"], "runtime"), [2]);
});

t.test("no flag: the one that it is about, or nothing", async (test) => {
  test.strictSame(columns(WORDS, []), [undefined]);
  test.strictSame(columns(WORDS, [], "init"), [3]);
  test.strictSame(columns([], []), [undefined]);
});

function sameWords(some: readonly PlacedOption[]): LaunchFinding[] {
  return some
    .filter(({ words }) => words[0]?.startsWith("--tmpfs") === true)
    .map(() => ({ rule: "r", severity: "note", message: "m", fix: "f" }));
}

t.test("findings of the same words are placed one after the other", async (test) => {
  const placed = blame(options(WORDS), sameWords);
  test.strictSame(
    placed.map(({ range }) => range?.start.column),
    [4, 5],
  );
});

t.test("a label of many flags is judged in a moment", async (test) => {
  const flags = Array.from({ length: 300 }, (_, index) => `-v /srv/${String(index)}:/x`).join(" ");
  const text = `FROM scratch\n${labelLine(`podman run ${flags} --privileged ${TAG}`)}`;
  const start = performance.now();
  const found = checkContainerfile(subject(text));
  test.ok(found.some(({ rule }) => rule === "privileged"));
  // Each flag left out in turn would take a minute.
  test.ok(performance.now() - start < 10_000);
});

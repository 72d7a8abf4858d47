import { type Flag, FLAG_ALIASES, FLAGS } from "../flags.ts";

const BY_NAME: ReadonlyMap<string, Flag> = new Map(FLAGS.map((flag) => [flag.name, flag]));
const BY_LETTER: ReadonlyMap<string, Flag> = new Map(
  FLAGS.flatMap((flag) => (flag.short === undefined ? [] : [[flag.short, flag] as const])),
);

/** The flag of a long name without its dashes, other spellings included (`net` is `network`); names are exact, never shortened. */
export function findFlag(name: string): Flag | undefined {
  return (
    BY_NAME.get(name) ??
    BY_NAME.get(Object.hasOwn(FLAG_ALIASES, name) ? (FLAG_ALIASES[name] ?? "") : "")
  );
}

/** The flag of one short letter. */
export function findShortFlag(letter: string): Flag | undefined {
  return BY_LETTER.get(letter);
}

/** The name that is the fewest edits away from a wrong one. */
export function nearestFlag(wrong: string): string {
  const names = FLAGS.map(({ name }) => name);
  return nearestOf(wrong.toLowerCase().replaceAll("_", "-"), names)?.name ?? "help";
}

/** The candidate that is the fewest edits (Levenshtein) away from a word, the first of several; undefined where there is none. */
export function nearestOf(
  wrong: string,
  candidates: readonly string[],
): { readonly name: string; readonly edits: number } | undefined {
  let nearest: { name: string; edits: number } | undefined;
  for (const name of candidates) {
    const edits = editDistance(wrong, name);
    if (nearest === undefined || edits < nearest.edits) nearest = { name, edits };
  }
  return nearest;
}

// Levenshtein, one row at a time.
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

import { DEFAULT_PROFILE } from "../../profile/names.ts";
import { RUN_OPTION_ROWS, spellings } from "./run-flags.ts";
import type { RunFlags } from "./run-flags.ts";

/** A command line of `run` that was read. */
export interface PlainRun {
  readonly flags: RunFlags;
  readonly command: readonly string[];
}

/**
 * Reads the words after `run` where they are written plainly, so that the most common start need not load yargs, which takes as
 * long as all that follows. Undefined for whatever is not: yargs then reads it, or says what is wrong with it.
 */
export function readPlainRun(words: readonly string[]): PlainRun | undefined {
  const values = new Map<string, boolean | string | readonly string[]>();
  let profile: string | undefined;
  let at = 0;
  for (; at < words.length && words[at] !== "--"; at += 1) {
    const word = words[at] ?? "";
    // yargs takes these for the value of a flag before them.
    if (word === "true" || word === "false") return undefined;
    if (/^[a-z]/.test(word) && profile === undefined) {
      profile = word;
      continue;
    }
    const row = RUN_OPTION_ROWS.find(([name, { alias }]) => spellings(name, alias).includes(word));
    if (row === undefined) return undefined;
    const [name, { type, array }] = row;
    if (values.has(name) && array !== true) return undefined;
    if (type === "boolean") {
      values.set(name, true);
      continue;
    }
    at += 1;
    const value = words[at];
    // A value that could be read in another way is not for us.
    if (value === undefined || !/^[a-z/.]/.test(value)) return undefined;
    values.set(name, array === true ? [...listOf(values.get(name)), value] : value);
  }
  return { flags: toFlags(profile, values), command: words.slice(at + 1) };
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function toFlags(
  profile: string | undefined,
  values: ReadonlyMap<string, boolean | string | readonly string[]>,
): RunFlags {
  const text = (name: keyof RunFlags): string | undefined => {
    const value = values.get(name);
    return typeof value === "string" ? value : undefined;
  };
  return {
    profile: profile ?? DEFAULT_PROFILE,
    folder: text("folder"),
    label: text("label") ?? "run",
    runtime: text("runtime"),
    "accept-unenforced": listOf(values.get("accept-unenforced")),
    build: true,
    runlabel: values.has("runlabel"),
    yes: values.has("yes"),
    prove: values.has("prove"),
    target: listOf(values.get("target")),
    "dry-run": values.has("dry-run"),
    json: values.has("json"),
  };
}

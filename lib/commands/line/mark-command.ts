import { RUN_OPTION_ROWS, spellings } from "./run-flags.ts";

const VALUE_FLAGS: ReadonlySet<string> = new Set(
  RUN_OPTION_ROWS.filter(([, { type }]) => type === "string").flatMap(([name, { alias }]) =>
    spellings(name, alias),
  ),
);

/**
 * The argv of `run` with a `--` before the sandboxed command, where the person wrote none: after the profile's name
 * every word belongs to the command, even one that looks like a flag of ours.
 */
export function markCommand(argv: readonly string[]): readonly string[] {
  let profile = false;
  for (let at = 1; at < argv.length; at += 1) {
    const word = argv[at] ?? "";
    if (word === "--") return argv;
    if (word.startsWith("-") && word !== "-") {
      if (VALUE_FLAGS.has(word)) at += 1;
    } else if (profile) {
      return [...argv.slice(0, at), "--", ...argv.slice(at)];
    } else {
      profile = true;
    }
  }
  return argv;
}

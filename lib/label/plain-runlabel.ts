import { expandRunLabel, valueOfVariable } from "./expand-run-label.ts";
import { quoteForShell } from "./quote-for-shell.ts";
import type { LaunchValues, LaunchVariable, RunLabelTemplate } from "./run-label.ts";
import { firstRound } from "./words/first-round.ts";
import { markInserted, markLabel } from "./words/marked-text.ts";
import { scanReferences } from "./words/references.ts";
import { splitShellWords } from "./words/shell-words.ts";

/** Whether Podman's own runlabel would start the same argv, else why not. */
export type RunlabelSurvival =
  { readonly ok: true } | { readonly ok: false; readonly reason: string };

/**
 * The arguments after `podman container runlabel LABEL IMAGE --` that reach the container as `args`: quoted for two
 * rounds of splitting, with NAME, IMAGE and `$` kept from being replaced in between.
 */
export function runlabelArguments(args: readonly string[]): string[] {
  // `$''` is a bare dollar to Go's os.Expand and nothing but a dollar after the second split.
  return args.map((arg) => singleQuote(singleQuote(arg).replaceAll("$", "$$''")));
}

/**
 * Whether `podman container runlabel`, with these values and with `args` given through `runlabelArguments`, starts
 * the argv of `expandRunLabel` followed by `args`: it splits again after it has put the values in.
 */
export function survivesRunlabel(
  template: RunLabelTemplate,
  values: LaunchValues,
  args: readonly string[] = [],
): RunlabelSurvival {
  const wanted = [...expandRunLabel(template, values), ...args];
  const label = [template.value, ...runlabelArguments(args)].join(" ");
  const words = plainRunlabel(label, values);
  if (words === undefined)
    return { ok: false, reason: "runlabel cannot split the label once the values are in it" };
  const index = wanted.findIndex((word, place) => word !== words[place]);
  if (index < 0 && words.length === wanted.length) return { ok: true };
  return { ok: false, reason: difference(index < 0 ? wanted.length : index, wanted, words) };
}

/** The words that Podman 5.4.2 makes of a label, with the values as plain text like it does; `undefined` where it fails. */
export function plainRunlabel(label: string, values: LaunchValues): readonly string[] | undefined {
  const valueOf = (name: LaunchVariable): string => valueOfVariable(name, values) ?? "";
  const round = firstRound(markLabel(label), (name, at) => markInserted(valueOf(name), at));
  if (round.kind !== "text") return undefined;
  const text = scanReferences(round.text).flatMap((reference) => {
    if (reference.kind === "mark") return [reference.mark];
    if (reference.kind !== "name") return [];
    return markInserted(isExpanded(reference.name) ? valueOf(reference.name) : "", reference.at);
  });
  const split = splitShellWords(text);
  if (split.kind !== "words") return undefined;
  return split.words.map((word) =>
    word.map((mark) => (mark.kind === "char" ? mark.char : "")).join(""),
  );
}

function isExpanded(name: string): name is LaunchVariable {
  return /^(?:HOME|PWD|OPT[123])$/.test(name);
}

function difference(index: number, wanted: readonly string[], words: readonly string[]): string {
  return `runlabel splits the values again: word ${index + 1} becomes ${shown(words[index])} instead of ${shown(wanted[index])}`;
}

function shown(word: string | undefined): string {
  return word === undefined ? "nothing" : quoteForShell([word]);
}

function singleQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

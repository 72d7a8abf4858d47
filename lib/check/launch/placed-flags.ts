import type { TextRange } from "../../containerfile/text-range.ts";
import { PaddockError } from "../../errors.ts";
import { findFlag, nearestOf } from "../../policy/argv/flag-lookup.ts";
import { readLongFlag, readShortFlags, type FlagUse } from "../../policy/argv/flag-use.ts";
import { FLAG_ALIASES, FLAGS } from "../../policy/flags.ts";
import { finder, type CheckFinding, type RuleTable } from "../finding.ts";
import type { PlacedWord } from "./placed-words.ts";

const OWN = {
  "not-podman-run": {
    severity: "error",
    why: "A label can start any program of the host; only podman run is understood and judged.",
    fix: "Let the label begin with: podman run",
  },
  "unknown-flag": {
    severity: "error",
    why: "podman run does not know the flag, so the launch fails; what is not understood is not launched.",
    fix: "See podman-run(1).",
  },
  "flag-value": {
    severity: "error",
    why: "The flag's value cannot be read, so nobody knows what it would grant.",
    fix: "See podman-run(1).",
  },
  "no-image": {
    severity: "error",
    why: "Without an image's name after the flags Podman takes another word for it, or nothing.",
    fix: "Write the image's tag after the flags.",
  },
} as const satisfies RuleTable;

/** What is wrong with the words of a launch as a command line. */
export const FLAG_RULES: RuleTable = OWN;

const found = finder(OWN);

/** One option of a launch with its place. */
export interface PlacedOption {
  /** As written. */
  readonly uses: readonly [FlagUse, ...FlagUse[]];
  /** What of it can be judged. */
  readonly words: readonly string[];
  readonly range: TextRange;
  /** The word that holds the value; the option's own where it has none. */
  readonly value: PlacedWord;
}

export interface PlacedFlags {
  readonly options: readonly PlacedOption[];
  /** Undefined where no word is it, or no one can tell which. */
  readonly image: PlacedWord | undefined;
  readonly command: readonly string[];
  readonly findings: readonly CheckFinding[];
}

/** Reads a launch as far as it can be read: one wrong flag does not hide what the others say. */
export function placeFlags(words: readonly PlacedWord[], whole: TextRange): PlacedFlags {
  const [program, subcommand] = words;
  const nothing = { options: [], image: undefined, command: [] };
  if (!isPodman(program?.text) || subcommand?.text !== "run") {
    const shown = JSON.stringify(`${program?.text ?? ""} ${subcommand?.text ?? ""}`.trim());
    const message = `The label starts ${shown}, not podman run.`;
    const range = program === undefined ? whole : joined(program, subcommand ?? program);
    return { ...nothing, findings: [found("not-podman-run", { range, message })] };
  }
  const findings: CheckFinding[] = [];
  const options: PlacedOption[] = [];
  let at = 2;
  for (let word = words[at]; word !== undefined && isOption(word.text); word = words[at]) {
    at += 1;
    if (word.text === "--") break;
    const read = readOption(word, words[at]);
    if (read.finding !== undefined) findings.push(read.finding);
    if (read.kind === "lost") return { ...nothing, options, findings };
    if (read.kind === "dropped") continue;
    if (read.option.words.length > 1) at += 1;
    options.push(read.option);
  }
  const image = words[at];
  if (image === undefined || image.text === "") {
    const message = "The launch names no image.";
    findings.push(found("no-image", { range: whole, message }));
    return { ...nothing, options, findings };
  }
  return { options, image, command: words.slice(at + 1).map(({ text }) => text), findings };
}

function isPodman(program: string | undefined): boolean {
  return ["podman", "/usr/bin/podman", "/usr/local/bin/podman"].includes(program ?? "");
}

// pflag takes a lone dash, and an empty word, as the first positional.
function isOption(word: string): boolean {
  return word.length > 1 && word.startsWith("-");
}

type OptionReading =
  | { readonly kind: "option"; readonly option: PlacedOption; readonly finding?: CheckFinding }
  | { readonly kind: "dropped"; readonly finding: CheckFinding }
  /** Whether the next word is its value cannot be known, so neither can the image. */
  | { readonly kind: "lost"; readonly finding: CheckFinding };

function readOption(word: PlacedWord, next: PlacedWord | undefined): OptionReading {
  const misspelt = word.text.startsWith("--") ? readMisspelt(word) : undefined;
  if (misspelt?.guess === undefined && misspelt !== undefined) {
    const kind = word.text.includes("=") ? "dropped" : "lost";
    return { kind, finding: misspelt.finding };
  }
  const text = misspelt?.guess ?? word.text;
  try {
    const uses = text.startsWith("--")
      ? readLongFlag(text, next?.text)
      : readShortFlags(text, next?.text);
    const value = uses.at(-1)?.style === "separate" ? next : undefined;
    const option = {
      uses,
      words: value === undefined ? [text] : [text, value.text],
      range: joined(word, value ?? word),
      value: value ?? word,
    };
    return { kind: "option", option, ...(misspelt && { finding: misspelt.finding }) };
  } catch (error) {
    if (!(error instanceof PaddockError)) throw error;
    const rule = error.message.includes("has no flag") ? "unknown-flag" : "flag-value";
    const { message, fix } = error;
    const finding = found(rule, { range: word.range, message, fix });
    return { kind: rule === "unknown-flag" ? "lost" : "dropped", finding };
  }
}

const NAMES = [...FLAGS.map(({ name }) => name), ...Object.keys(FLAG_ALIASES)];
const FEW_EDITS = 2;

/** A long flag that Podman does not know, and the one that its author can only have meant, as a word. */
function readMisspelt(
  word: PlacedWord,
): { readonly guess: string | undefined; readonly finding: CheckFinding } | undefined {
  const [spelling = ""] = word.text.split("=", 1);
  const name = spelling.slice(2);
  if (findFlag(name) !== undefined) return undefined;
  const nearest = nearestOf(name.toLowerCase().replaceAll("_", "-"), NAMES);
  const message = `podman run has no flag ${spelling}.`;
  const fix = `Did you mean --${nearest?.name ?? "help"}?`;
  const isClose = nearest !== undefined && nearest.edits <= FEW_EDITS;
  return {
    guess: isClose ? `--${nearest.name}${word.text.slice(spelling.length)}` : undefined,
    finding: found("unknown-flag", { range: word.find(spelling), message, fix }),
  };
}

function joined(first: PlacedWord, last: PlacedWord): TextRange {
  const { start, startOffset } = first.range;
  return { start, startOffset, end: last.range.end, endOffset: last.range.endOffset };
}

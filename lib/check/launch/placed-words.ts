import type { TextRange } from "../../containerfile/text-range.ts";
import { PaddockError } from "../../errors.ts";
import { expandWords } from "../../label/expand-run-label.ts";
import type { LaunchValues } from "../../label/run-label.ts";
import { readRunLabel, runLabelPlaces } from "../../label/read-run-label.ts";
import { finder, type CheckFinding, type Edit, type RuleTable } from "../finding.ts";
import { LAUNCH_VARIABLES, type LabelText } from "./label-text.ts";

const OWN = {
  "command-substitution": {
    severity: "error",
    why: "$(...) and backticks are never executed: neither the build nor the launch starts a shell.",
    fix: "For the home directory write \\$HOME; a command belongs into a script in the image.",
  },
  "launch-variable": {
    severity: "error",
    why: "At launch only HOME, PWD, OPT1 to OPT3, NAME and IMAGE have values; any other variable becomes empty.",
    fix: "Write the value itself.",
  },
  "hidden-option": {
    severity: "error",
    why: "OPT1 to OPT3 have a value only where runlabel's hidden options give one (OPT1: or Paddock, for LABEL paddock.egress); else the next flag is swallowed.",
    fix: "Write the value itself, or take the flag out.",
  },
  "shell-operator": {
    severity: "warning",
    why: "No shell reads a label: what would join or redirect commands becomes a word of the sandbox's own command.",
    fix: "Leave it out, or write one command of two: sh -c \\\"'first && second'\\\".",
  },
  "odd-character": {
    severity: "error",
    why: "A character that cannot be seen, or looks like another one, makes a label that is not what its reader reads.",
    fix: "Type it anew: a blank, a plain quote or a plain - in its place.",
  },
  "label-quotes": {
    severity: "error",
    why: "The label is split into words twice, and each round needs its quotes closed.",
    fix: "Close the quote, or write a backslash before it.",
  },
} as const satisfies RuleTable;

/** What a label's own text gets wrong before it is an argv. */
export const LABEL_TEXT_RULES: RuleTable = OWN;

const found = finder(OWN);

/** One word of the argv with its place in the Containerfile. */
export interface PlacedWord {
  readonly text: string;
  readonly range: TextRange;
  /** In the label's value. */
  readonly start: number;
  readonly end: number;
  /** The place of a text within the word; the whole word's where it is not written so. */
  readonly find: (part: string) => TextRange;
}

export interface PlacedWords {
  /** Undefined where the text cannot be split. */
  readonly words: readonly PlacedWord[] | undefined;
  readonly findings: readonly CheckFinding[];
}

/** The values of a launch; OPT1 has one where Paddock gives it one. */
type Values = Pick<LaunchValues, "home" | "cwd" | "image" | "opt1">;

/** The argv of a label. What has no value at launch is a finding, and stands in the argv as a path that means nothing. */
export function placeWords(text: LabelText, values: Values): PlacedWords {
  const findings: CheckFinding[] = [];
  let { value } = text;
  for (const { rule, start, end } of unusable(value, values)) {
    const written = value.slice(start, end);
    const range = text.rangeOf(start, end);
    const edits = mended(rule, written, text.isLiteral, range);
    findings.push(found(rule, { range, message: MESSAGES[rule](written), edits }));
    value = value.slice(0, start) + inert(written) + value.slice(end);
  }
  try {
    const words = expandWords(readRunLabel(value), values);
    const places = runLabelPlaces(value);
    const placed = words.map(({ text: word }, index): PlacedWord => {
      const { start, end } = places[index] ?? { start: 0, end: value.length };
      const range = text.rangeOf(start, end);
      const find = (part: string): TextRange => {
        const at = part === "" ? -1 : value.slice(start, end).lastIndexOf(part);
        return at < 0 ? range : text.rangeOf(start + at, start + at + part.length);
      };
      return { text: word, start, end, range, find };
    });
    return {
      words: placed,
      findings: [...findings, ...oddCharacters(text), ...placed.flatMap(shellOperator)],
    };
  } catch (error) {
    if (!(error instanceof PaddockError)) throw error;
    const { at, message, fix } = error;
    const offset = at !== undefined && "offset" in at ? at.offset : 0;
    const range = text.rangeOf(offset, offset + 1);
    const plain = message.replace(/ \(character \d+\)/u, "");
    return {
      words: undefined,
      findings: [...findings, found("label-quotes", { range, message: plain, fix })],
    };
  }
}

function shellOperator({ text, range }: PlacedWord): CheckFinding[] {
  if (!/^(?:;+|&&?|\|[|&]?|\d*>{1,2}(?:&\d)?|<{1,3})$/u.test(text)) return [];
  const message = `${text} means nothing here: it is handed to the sandbox's command as a word.`;
  return [found("shell-operator", { range, message })];
}

// Blanks but the plain one, what has no width or turns the text around, quotes of typesetting, and a long dash where a flag begins.
const ODD = /[\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}|[“”‘’]|(?<=^|\s)[‐-―−]/gu;

function oddCharacters({ value, rangeOf }: LabelText): CheckFinding[] {
  return [...value.matchAll(ODD)].map(({ 0: character, index }) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    const message = `The label holds the character U+${code}, which is not what it looks like.`;
    return found("odd-character", { range: rangeOf(index, index + character.length), message });
  });
}

type TextRule = "command-substitution" | "launch-variable" | "hidden-option";

interface Unusable {
  readonly rule: TextRule;
  readonly start: number;
  readonly end: number;
}

const MESSAGES: Readonly<Record<TextRule, (written: string) => string>> = {
  "command-substitution": (written) => `${written} is never executed.`,
  "launch-variable": (written) => `${written} has no value at launch, and would be empty.`,
  "hidden-option": (written) =>
    `${written} has no value: Paddock gives none, and runlabel only with a hidden option.`,
};

const UNUSABLE = /\$\([^)]*\)?|`[^`]*`?|\$\{(?<braced>[^}]*)\}|\$(?<plain>\w+|[*#$@!?-])/gu;

function unusable(value: string, { opt1 }: Values): Unusable[] {
  return [...value.matchAll(UNUSABLE)].flatMap(({ 0: written, index, groups }): Unusable[] => {
    const place = { start: index, end: index + written.length };
    const name = groups?.["braced"] ?? groups?.["plain"];
    if (name === undefined) return [{ rule: "command-substitution", ...place }];
    if (name === "OPT1" && opt1 !== undefined) return [];
    if (/^OPT[123]$/u.test(name)) return [{ rule: "hidden-option", ...place }];
    // Podman replaces $NAME and $IMAGE anywhere, so that $NAMES is a value and an S.
    const isKnown = LAUNCH_VARIABLES.has(name) || /^(?:NAME|IMAGE)/u.test(name);
    return isKnown || name === "" ? [] : [{ rule: "launch-variable", ...place }];
  });
}

/** `$(HOME)` and `$(PWD)` are how make writes what can only be the variable. */
function mended(
  rule: TextRule,
  written: string,
  isLiteral: boolean,
  { startOffset, endOffset }: TextRange,
): readonly Edit[] {
  const name = /^\$\((?<name>HOME|PWD)\)$/u.exec(written)?.groups?.["name"];
  if (rule !== "command-substitution" || name === undefined) return [];
  return [{ startOffset, endOffset, text: isLiteral ? `$${name}` : `\\$${name}` }];
}

/** As long as what it stands for, so that all offsets stay. */
function inert(written: string): string {
  return written.replaceAll(/[^\w/]/gu, "_").replace(/^./u, "/");
}

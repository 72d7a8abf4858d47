import { PaddockError } from "../../errors.ts";
import { expandRunLabel } from "../../label/expand-run-label.ts";
import { plainRunlabel } from "../../label/plain-runlabel.ts";
import { readRunLabel, runLabelPlaces } from "../../label/read-run-label.ts";
import { markLabel } from "../../label/words/marked-text.ts";
import { splitShellWords } from "../../label/words/shell-words.ts";
import { finder, type CheckFinding, type Edit, type RuleTable } from "../finding.ts";
import type { OwnLabel, Reading } from "../reading.ts";
import type { LabelText } from "./label-text.ts";

const OWN = {
  "path-quotes": {
    severity: "warning",
    why: "Plain podman container runlabel splits the label again after it has put the directories in: a blank in one makes two words.",
    fix: "Write the word in two kinds of quotes: \\\"'\\$PWD:/w'\\\".",
  },
  "lost-quotes": {
    severity: "error",
    why: "One level of quotes is lost in the first of two splits: what was one word becomes several.",
    fix: "Quote the word twice: \\\"'two words'\\\".",
  },
} as const satisfies RuleTable;

/** Words that come apart because a label is split twice. */
export const QUOTE_RULES: RuleTable = OWN;

const found = finder(OWN);

/** Words of a run label that do not stay one word. */
export function checkQuotes(reading: Reading, run: OwnLabel, text: LabelText): CheckFinding[] {
  try {
    return [...lostQuotes(text), ...pathQuotes(reading, run, text)];
  } catch (error) {
    // What cannot be split is said elsewhere.
    if (error instanceof PaddockError) return [];
    throw error;
  }
}

function lostQuotes(text: LabelText): CheckFinding[] {
  const split = splitShellWords(markLabel(text.value));
  if (split.kind !== "words") return [];
  const lost = [...text.value.matchAll(/(?<=\s)(?:""|'')(?=\s|$)/gu)].map(({ 0: pair, index }) => {
    const range = text.rangeOf(index, index + pair.length);
    const message = `${pair} is gone after the first split: the next word takes its place.`;
    const fix = `Write \\"''\\", or =${pair} right after a flag's name.`;
    return found("lost-quotes", { range, message, fix });
  });
  const apart = split.words.flatMap((word) => {
    const again = splitShellWords(word);
    const [first, last] = [word[0], word.at(-1)];
    if (again.kind !== "words" || again.words.length < 2 || !first || !last) return [];
    const range = text.rangeOf(first.at, last.at + 1);
    const message = `${JSON.stringify(text.value.slice(first.at, last.at + 1))} becomes ${String(again.words.length)} words.`;
    return [found("lost-quotes", { range, message })];
  });
  return [...lost, ...apart];
}

// A blank in every directory: what is still one word then is quoted well enough.
const BLANK = { home: "/h o", cwd: "/w d", image: "localhost/image:latest" };

function pathQuotes({ subject, part }: Reading, run: OwnLabel, text: LabelText): CheckFinding[] {
  const options = { opt1: "o", opt2: "o", opt3: "o" };
  const values = { ...BLANK, ...options };
  const template = readRunLabel(text.value);
  const wanted = expandRunLabel(template, values);
  const words = new Set(plainRunlabel(text.value, values));
  const places = runLabelPlaces(text.value);
  return wanted.flatMap((word, index) => {
    const place = places[index];
    if (place === undefined || !/\/h o|\/w d/.test(word) || words.has(word)) return [];
    const written = text.writtenPart(place.start, place.end);
    const range = part(run.written.value, written.start, written.end);
    const message = `A blank in the directory's name splits ${text.value.slice(place.start, place.end)} in plain runlabel.`;
    const edits = quoted(subject.text, run, range);
    return [found("path-quotes", { range, message, edits })];
  });
}

/** In a value in double quotes, a word of plain characters and escaped dollars: the quotes around it replace what quotes it has. */
function quoted(text: string, run: OwnLabel, range: CheckFinding["range"]): readonly Edit[] {
  const { startOffset, endOffset } = range;
  const word = text.slice(startOffset, endOffset);
  const { range: whole, inner, text: value } = run.written.value;
  const isQuoted = inner.range.startOffset !== whole.startOffset && value.startsWith('"');
  if (!isQuoted || !/^(?:[\w./:,=@%+{}-]|\\\$)+$/u.test(word)) return [];
  const [before, after] = [text.slice(0, startOffset), text.slice(endOffset)];
  const has = before.endsWith('\\"') && after.startsWith('\\"') ? 2 : 0;
  if (has === 0 && (!/[ \t\n]$/u.test(before) || !/^(?:[ \t"]|\\?\r?\n)/u.test(after))) return [];
  // After an equals sign within a word the quotes would do as well, but then there are two right answers.
  return [{ startOffset: startOffset - has, endOffset: endOffset + has, text: `\\"'${word}'\\"` }];
}

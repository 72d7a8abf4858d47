import { evaluateLabels } from "../containerfile/evaluate-image.ts";
import { parseContainerfile } from "../containerfile/parse.ts";
import type { TextRange } from "../containerfile/text-range.ts";
import { PaddockError } from "../errors.ts";
import { readRunLabel } from "../label/read-run-label.ts";
import { selectRunLabel } from "../label/select-run-label.ts";
import { imageTag, profileOfImage } from "./names.ts";

interface WrittenRunLabel {
  readonly words: readonly string[];
  /** Of the label's value as written. */
  readonly range: TextRange;
}

/**
 * The Containerfile with another image in its run label, every other byte as it was: it is read again and compared.
 * Throws PaddockError "refused" where the label does not name the image of `from` once, in plain text.
 */
export function renameImage(text: string, from: string, to: string): string {
  const before = runLabel(text, from);
  const [word, ...more] = before.words.filter((each) => isImageOf(each, from));
  if (word === undefined || more.length > 0) {
    throw refused(from, `its run label does not name ${from} exactly once`);
  }
  const { startOffset, endOffset } = before.range;
  const places = placesOf(word, text.slice(startOffset, endOffset));
  const [place, ...others] = places;
  if (place === undefined || others.length > 0) {
    throw refused(from, `${word} does not stand exactly once, in plain text, in its run label`);
  }
  const at = startOffset + place;
  const edited = text.slice(0, at) + to + text.slice(at + word.length);
  const wanted = before.words.map((each) => (each === word ? to : each));
  if (runLabel(edited, from).words.join("\0") !== wanted.join("\0")) {
    throw refused(from, "its run label would not read as it should after the change");
  }
  return edited;
}

function runLabel(text: string, from: string): WrittenRunLabel {
  const labels = evaluateLabels(parseContainerfile(text));
  const choice = selectRunLabel(Object.fromEntries(labels.map(({ key, value }) => [key, value])));
  if (choice.kind !== "found") throw refused(from, "it has not one run label of its own");
  const range = labels.find(({ key }) => key === choice.key)?.valueRange;
  if (range === undefined) throw refused(from, "its run label is not its own");
  const words = readRunLabel(choice.value).words.map(({ pieces }) =>
    // A variable's value is unknown here: written so, it equals no image and only itself.
    pieces.map((piece) => (piece.kind === "text" ? piece.text : `\${${piece.name}}`)).join(""),
  );
  return { words, range };
}

function isImageOf(word: string, tag: string): boolean {
  const profile = profileOfImage(word);
  return profile !== undefined && imageTag(profile) === tag;
}

/** Where a word stands with nothing of a longer name or path around it. */
function placesOf(word: string, written: string): readonly number[] {
  const literal = word.replaceAll(/[.]/gu, "\\.");
  const pattern = new RegExp(`(?<![\\w./:@-])${literal}(?![\\w./:@-])`, "gu");
  return [...written.matchAll(pattern)].map(({ index }) => index);
}

function refused(from: string, why: string): PaddockError {
  return new PaddockError("refused", `The profile of ${from} cannot be copied: ${why}.`, {
    fix: "Begin without --from, and take from its Containerfile what you need.",
  });
}

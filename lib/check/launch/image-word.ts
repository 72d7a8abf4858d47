import { PaddockError } from "../../errors.ts";
import { expandRunLabel } from "../../label/expand-run-label.ts";
import { readRunLabel } from "../../label/read-run-label.ts";
import { parseRun } from "../../policy/argv/argv.ts";
import { finder, type CheckFinding, type RuleTable } from "../finding.ts";
import type { LabelText } from "./label-text.ts";
import type { OwnLabel } from "../reading.ts";
import type { PlacedWord } from "./placed-words.ts";

const OWN = {
  "image-token": {
    severity: "warning",
    why: "IMAGE becomes the first name in the image's history, which two equal Containerfiles share; the literal tag is this profile's own.",
    fix: "Write the tag.",
  },
  "lost-image": {
    severity: "error",
    why: "Where the build empties variables of the label, Podman takes another word for the image, or a flag for a value.",
    fix: "Escape the variables.",
  },
} as const satisfies RuleTable;

/** The word that names the image. */
export const IMAGE_WORD_RULES: RuleTable = OWN;

const found = finder(OWN);

/** `IMAGE`, `$IMAGE` or `${IMAGE}` as the image. */
export function checkImageWord(
  { start, end, range }: PlacedWord,
  tag: string | undefined,
  { value }: LabelText,
): CheckFinding[] {
  const written = value.slice(start, end);
  if (!/^(?:IMAGE|\$IMAGE|\$\{IMAGE\})$/u.test(written)) return [];
  const message = `${written} is filled in at launch with whatever name the image had first.`;
  if (tag === undefined) return [found("image-token", { range, message })];
  const { startOffset, endOffset } = range;
  const edits = [{ startOffset, endOffset, text: tag }];
  return [found("image-token", { range, message, fix: `Write ${tag}.`, edits })];
}

/** What the label as the image holds it would start, where the build has emptied variables of the launch. */
export function checkEffective(
  { written, evaluated }: OwnLabel,
  text: LabelText,
  tag: string,
): CheckFinding[] {
  if (text.value === evaluated.value) return [];
  const words = effectiveWords(evaluated.value, tag);
  const image = words === undefined ? tag : effectiveImage(words);
  if (image === tag) return [];
  const what = image === undefined ? "names no image" : `starts ${JSON.stringify(image)}`;
  const message = `As the image will hold it, the label ${what}.`;
  return [found("lost-image", { range: written.key.range, message })];
}

// What cannot be split or read is said of the label as it is meant.
function effectiveWords(value: string, image: string): readonly string[] | undefined {
  const values = { home: "/home", cwd: "/pwd", image, opt1: "1", opt2: "2", opt3: "3" };
  return unlessRefused(() => expandRunLabel(readRunLabel(value), values));
}

function effectiveImage(words: readonly string[]): string | undefined {
  return unlessRefused(() => parseRun(words).image);
}

function unlessRefused<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PaddockError) return undefined;
    throw error;
  }
}

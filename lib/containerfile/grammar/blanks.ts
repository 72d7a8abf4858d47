// Two ideas of a blank live side by side in buildah's parser: Go's unicode.IsSpace, and the regular expression that splits keyword and arguments.
const UNICODE_BLANK = /[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** Go's unicode.IsSpace. */
export function isUnicodeBlank(character: string): boolean {
  return UNICODE_BLANK.test(character);
}

/** The blanks that separate a keyword from its arguments and the words of the list instructions. */
export function isSeparator(character: string): boolean {
  return /[\t\v\f\r ]/.test(character);
}

/** The part of `text` between `start` and `end` without blanks around it, as indices. */
export function trimmed(
  text: string,
  start = 0,
  end: number = text.length,
): { start: number; end: number } {
  let from = start;
  let to = end;
  while (from < to && isUnicodeBlank(text.charAt(from))) from += 1;
  while (to > from && isUnicodeBlank(text.charAt(to - 1))) to -= 1;
  return { start: from, end: to };
}

/** What follows the name in `${NAME%pattern}`: how long it is with its brace, and what it makes of a value; undefined for a value that builders cut differently. */
export interface Trim {
  readonly length: number;
  readonly apply: (value: string) => string | undefined;
}

// The patterns that buildah 1.39 reads as a shell does: letters, with one `*` at the inner side, which ## and %% cannot do without.
const LETTERS = "[\\w.,:@+-]+";
const FORM = new RegExp(
  `(?:(?<side>##?(?=\\*)|%%?(?=${LETTERS}\\*)|[#%](?=${LETTERS}\\}))(?<before>\\*?)(?<text>${LETTERS})(?<after>\\*?)` +
    `|(?<all>//?)(?<part>${LETTERS})(?:/(?<by>[\\w.,:@+ -]*))?)\\}`,
  "y",
);

/** Reads `#`, `##`, `%`, `%%`, `/` or `//` at `at`, where their pattern is plain. */
export function readTrim(word: string, at: number): Trim | undefined {
  FORM.lastIndex = at;
  const match = FORM.exec(word);
  if (match === null) return undefined;
  const { side, before, text = "", after, all, part = "", by = "" } = match.groups ?? {};
  const hasStar = before === "*" || after === "*";
  // Both stars would be one too many, and one on the outer side is read otherwise than by a shell.
  if (side?.startsWith("#") ? after === "*" : before === "*") return undefined;
  const apply = (value: string): string => {
    if (side === undefined)
      return all === "//" ? value.replaceAll(part, by) : value.replace(part, by);
    const cut = { text, hasStar, isLong: side.length === 2 };
    return side.startsWith("#") ? withoutStart(value, cut) : withoutEnd(value, cut);
  };
  // To this builder a star stops at a slash.
  const isPlain = hasStar ? /^[ -.0-~]*$/ : /^[ -~]*$/;
  return {
    length: match[0].length,
    apply: (value) => (isPlain.test(value) ? apply(value) : undefined),
  };
}

interface Cut {
  readonly text: string;
  readonly hasStar: boolean;
  /** `##` or `%%`: as much as possible. */
  readonly isLong: boolean;
}

function withoutStart(value: string, { text, hasStar, isLong }: Cut): string {
  if (!hasStar) return value.startsWith(text) ? value.slice(text.length) : value;
  const at = isLong ? value.lastIndexOf(text) : value.indexOf(text);
  return at === -1 ? value : value.slice(at + text.length);
}

function withoutEnd(value: string, { text, hasStar, isLong }: Cut): string {
  if (!hasStar) return value.endsWith(text) ? value.slice(0, value.length - text.length) : value;
  const at = isLong ? value.indexOf(text) : value.lastIndexOf(text);
  return at === -1 ? value : value.slice(0, at);
}

import { isSeparator, isUnicodeBlank, trimmed } from "./blanks.ts";

/** A stretch of a logical line, as indices; `text` is what the parser makes of it. */
export interface Span {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A logical line taken apart: keyword, `--flags`, the rest. */
export interface Command {
  readonly keyword: Span;
  readonly flags: readonly Span[];
  readonly rest: Span;
}

/** Splits a logical line as imagebuilder's splitCommand does. */
export function splitCommand(line: string): Command {
  const whole = trimmed(line);
  let keywordEnd = whole.start;
  while (keywordEnd < whole.end && !isSeparator(line.charAt(keywordEnd))) keywordEnd += 1;
  let at = keywordEnd;
  while (at < whole.end && isSeparator(line.charAt(at))) at += 1;
  const { flags, restStart } = leadingFlags(line, at, whole.end);
  const rest = trimmed(line, restStart, whole.end);
  return {
    keyword: {
      text: line.slice(whole.start, keywordEnd).toUpperCase(),
      start: whole.start,
      end: keywordEnd,
    },
    flags,
    rest: { text: line.slice(rest.start, rest.end), ...rest },
  };
}

function leadingFlags(
  line: string,
  start: number,
  end: number,
): { flags: Span[]; restStart: number } {
  const flags: Span[] = [];
  let at = start;
  for (;;) {
    while (at < end && isUnicodeBlank(line.charAt(at))) at += 1;
    if (!line.startsWith("--", at) || at >= end) return { flags, restStart: at };
    const flag = readFlag(line, at, end);
    at = flag.end;
    if (flag.text === "--") return { flags, restStart: at };
    if (flag.text !== "") flags.push(flag);
  }
}

/** One flag word: quotes vanish and a backslash keeps what follows it, whatever the escape directive says. */
function readFlag(line: string, start: number, end: number): Span {
  let text = "";
  let quote = "";
  let at = start;
  for (; at < end; at += 1) {
    const character = line.charAt(at);
    if (quote === "" && isUnicodeBlank(character)) break;
    if (character === "\\") {
      at += 1;
      if (at < end) text += line.charAt(at);
    } else if (quote === "" && (character === '"' || character === "'")) quote = character;
    else if (character === quote) quote = "";
    else text += character;
  }
  return { text, start, end: Math.min(at, end) };
}

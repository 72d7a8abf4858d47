import { isSeparator, isUnicodeBlank } from "./blanks.ts";
import type { Span } from "./command.ts";

/** The words of LABEL, ENV and ARG with quotes and escapes kept, as imagebuilder's parseWords finds them. */
export function quotedWords(line: string, rest: Span, escape: string): Span[] {
  const words: Span[] = [];
  let at = rest.start;
  while (at < rest.end) {
    if (isUnicodeBlank(line.charAt(at))) at += 1;
    else {
      const word = quotedWord(line, at, rest.end, escape);
      if (word.text !== "") words.push(word);
      at = word.end;
    }
  }
  return words;
}

function quotedWord(line: string, start: number, end: number, escape: string): Span {
  let quote = "";
  let at = start;
  while (at < end) {
    const character = line.charAt(at);
    if (character === escape && quote !== "'") {
      // An escape with nothing after it is dropped.
      if (at + 1 === end) return { text: line.slice(start, at), start, end };
      at += 2;
      continue;
    }
    if (quote === "") {
      if (isUnicodeBlank(character)) break;
      if (character === '"' || character === "'") quote = character;
    } else if (character === quote) quote = "";
    at += 1;
  }
  return { text: line.slice(start, at), start, end: at };
}

/** The words of the instructions that know no quotes: FROM, COPY, EXPOSE, ... */
export function plainWords(line: string, rest: Span): Span[] {
  const words: Span[] = [];
  let at = rest.start;
  while (at < rest.end) {
    let end = at;
    while (end < rest.end && !isSeparator(line.charAt(end))) end += 1;
    words.push({ text: line.slice(at, end), start: at, end });
    at = end;
    while (at < rest.end && isSeparator(line.charAt(at))) at += 1;
  }
  return words;
}

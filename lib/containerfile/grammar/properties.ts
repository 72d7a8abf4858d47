import type { ArgumentDeclaration, Property, QuotedSlice } from "../containerfile.ts";
import { refusal } from "../refusal.ts";
import { isSeparator } from "./blanks.ts";
import type { Span } from "./command.ts";
import type { LogicalLine } from "./logical-lines.ts";
import { quotedWords } from "./words.ts";

/** The keys and values of a LABEL or ENV, as imagebuilder's parseNameVal splits them. */
export function readProperties(
  line: LogicalLine,
  keyword: string,
  rest: Span,
  escape: string,
): Property[] {
  const words = quotedWords(line.text, rest, escape);
  const first = words[0];
  if (first === undefined)
    throw refusal(`${keyword} without a key`, line.range.start, `Write ${keyword} key=value.`);
  if (!first.text.includes("=")) return [oldForm(line, keyword, rest)];
  return words.map((word) => {
    const equals = word.text.indexOf("=");
    if (equals === -1) throw noEquals(line, keyword, word);
    return property(line, word.start, word.start + equals, {
      text: word.text.slice(equals + 1),
      start: word.start + equals + 1,
      end: word.start + word.text.length,
    });
  });
}

/** `LABEL key value`: everything after the first blank is one value. */
function oldForm(line: LogicalLine, keyword: string, rest: Span): Property {
  let keyEnd = rest.start;
  while (keyEnd < rest.end && !isSeparator(line.text.charAt(keyEnd))) keyEnd += 1;
  let start = keyEnd;
  while (start < rest.end && isSeparator(line.text.charAt(start))) start += 1;
  if (start === rest.end) {
    const { range } = line.slice(rest.start, keyEnd);
    throw refusal(`${keyword} with a key and no value`, range.start, `Write ${keyword} key=value.`);
  }
  return property(line, rest.start, keyEnd, {
    text: line.text.slice(start, rest.end),
    start,
    end: rest.end,
  });
}

function property(line: LogicalLine, start: number, keyEnd: number, value: Span): Property {
  const written = quoted(line, value);
  if (/^<<-?["']?\w/u.test(value.text)) {
    const fix = "Put the value in quotes and end each of its lines with a continuation.";
    throw refusal("a heredoc as a value, which no builder reads", written.range.start, fix);
  }
  if (keyEnd === start)
    throw refusal("a value without a key", written.range.start, "Write key=value.");
  return {
    key: line.slice(start, keyEnd),
    value: written,
    range: line.slice(start, value.end).range,
  };
}

function noEquals(line: LogicalLine, keyword: string, word: Span): Error {
  const { range } = line.slice(word.start, word.end);
  if (word.text.startsWith("#")) {
    return refusal(
      `a comment after ${keyword}`,
      range.start,
      "Put the comment on a line of its own.",
    );
  }
  const fix = `Write key=value for each, or quote a value with blanks.`;
  return refusal(`a word of ${keyword} without =`, range.start, fix);
}

/** The names and defaults of an ARG. */
export function readDeclarations(
  line: LogicalLine,
  rest: Span,
  escape: string,
  stage: number | undefined,
): ArgumentDeclaration[] {
  const words = quotedWords(line.text, rest, escape);
  if (words.length === 0)
    throw refusal("ARG without a name", line.range.start, "Write ARG NAME or ARG NAME=default.");
  return words.map((word) => {
    const equals = word.text.indexOf("=");
    const nameEnd = equals === -1 ? word.text.length : equals;
    const name = word.text
      .slice(0, nameEnd)
      .replace(/^(?<quote>["'])(?<name>[^"']*)\k<quote>$/u, "$<name>");
    const nameRange = line.slice(word.start, word.start + nameEnd).range;
    if (name === "" || /["'$\\`]/u.test(name)) {
      throw refusal(
        "an ARG name that is not plain text",
        nameRange.start,
        "Write the name without variables and escapes.",
      );
    }
    const valueStart = word.start + nameEnd + 1;
    const valueEnd = word.start + word.text.length;
    const value = { text: word.text.slice(nameEnd + 1), start: valueStart, end: valueEnd };
    return {
      name,
      nameRange,
      default: equals === -1 ? undefined : quoted(line, value),
      word: line.slice(word.start, word.start + word.text.length),
      stage,
    };
  });
}

function quoted(line: LogicalLine, value: Span): QuotedSlice {
  const whole = line.slice(value.start, value.end);
  const isOnePair = /^(?:"(?:[^"\\]|\\.)*"|'[^']*')$/su.test(value.text);
  return { ...whole, inner: isOnePair ? line.slice(value.start + 1, value.end - 1) : whole };
}

import type { VariableUse } from "../../value-source.ts";
import { blank, joined, type Expansion, type TracedExpansion } from "./expansion.ts";
import { readTrim, type Trim } from "./trim-value.ts";

/** What a word is expanded with. */
export interface ExpansionContext {
  /** The value of a variable; undefined where no ARG or ENV in scope defines it. */
  readonly lookup: (name: string) => Expansion | undefined;
  /** Makes the error for a word that cannot be expanded; `index` counts UTF-16 units in the word. */
  readonly fault: (what: string, index: number, fix: string) => Error;
}

const NAME = /(?:\p{Nd}|[\p{L}_][\p{L}\p{Nd}_]*)?/uy;

const LONGEST_EXCERPT = 30;

/** Expands quotes, escapes and variables of one word as imagebuilder's ProcessWord does, whatever the escape directive says. */
export function expandWord(word: string, context: ExpansionContext): TracedExpansion {
  return new WordReader(word, context).read();
}

class WordReader {
  readonly #word: string;
  readonly #context: ExpansionContext;
  #at = 0;

  constructor(word: string, context: ExpansionContext) {
    this.#word = word;
    this.#context = context;
  }

  read(): TracedExpansion {
    return this.#until(undefined);
  }

  #until(stop: "}" | undefined): TracedExpansion {
    const start = this.#at;
    const parts: TracedExpansion[] = [];
    while (this.#at < this.#word.length) {
      const character = this.#word.charAt(this.#at);
      if (character === stop) {
        this.#at += 1;
        return joined(parts);
      }
      if (character === "'") parts.push(this.#singleQuoted());
      else if (character === '"') parts.push(this.#doubleQuoted());
      else if (character === "$") parts.push(this.#variable());
      else {
        // A backslash keeps the next character as it is; at the very end it is dropped.
        parts.push(this.#character(character === "\\"));
      }
    }
    if (stop === undefined) return joined(parts);
    throw this.#context.fault(
      "a ${ without its }",
      start,
      "Close it, or write \\$ for a plain dollar sign.",
    );
  }

  #singleQuoted(): TracedExpansion {
    const end = this.#word.indexOf("'", this.#at + 1);
    if (end === -1) throw this.#unterminated("'");
    this.#at += 1;
    const parts: TracedExpansion[] = [];
    while (this.#at < end) parts.push(this.#character(false));
    this.#at = end + 1;
    return joined(parts);
  }

  /** One character of the value, perhaps with the backslash before it. */
  #character(isEscaped: boolean): TracedExpansion {
    const start = this.#at;
    if (isEscaped) this.#at += 1;
    const value = this.#word.charAt(this.#at);
    this.#at = Math.min(this.#at + 1, this.#word.length);
    return { value, doubts: [], sources: [{ start, end: this.#at, length: value.length }] };
  }

  #doubleQuoted(): TracedExpansion {
    const start = this.#at;
    const parts: TracedExpansion[] = [];
    this.#at += 1;
    while (this.#at < this.#word.length) {
      const character = this.#word.charAt(this.#at);
      if (character === '"') {
        this.#at += 1;
        return joined(parts);
      }
      if (character === "$") parts.push(this.#variable());
      else {
        const isEscape = character === "\\" && /["$\\]/u.test(this.#word.charAt(this.#at + 1));
        parts.push(this.#character(isEscape));
      }
    }
    this.#at = start;
    throw this.#unterminated('"');
  }

  #unterminated(quote: string): Error {
    return this.#context.fault(
      `a ${quote} without its end`,
      this.#at,
      `Close it, or write \\${quote} for a plain one.`,
    );
  }

  #variable(): TracedExpansion {
    const start = this.#at;
    this.#at += 1;
    if (this.#word.charAt(this.#at) === "{") return this.#braced(start);
    const name = this.#name();
    if (name !== "") return this.#defined(name, start);
    return { value: "$", doubts: [], sources: [{ start, end: this.#at, length: 1 }] };
  }

  #braced(start: number): TracedExpansion {
    this.#at += 1;
    const name = this.#name();
    const next = this.#word.charAt(this.#at);
    if (next === "}" && name !== "") {
      this.#at += 1;
      return this.#defined(name, start);
    }
    const trim = name === "" ? undefined : readTrim(this.#word, this.#at);
    if (trim !== undefined) return this.#trimmed(name, start, trim);
    const modifier = this.#word.charAt(this.#at + 1);
    if (name === "" || next !== ":" || !isModifier(modifier)) {
      const fix =
        "Read are ${NAME}, ${NAME:-default}, ${NAME:+text}, ${NAME:?text}, and ${NAME%.*}, ${NAME#v} or ${NAME/a/b} with a plain pattern; write \\$ for a plain dollar sign.";
      throw this.#context.fault(`${this.#excerpt(start)}, a form that is not read`, start, fix);
    }
    this.#at += 2;
    const text = this.#until("}");
    const found = this.#context.lookup(name);
    const use = { name, modifier, isDefined: found !== undefined };
    const variable = this.#use(found ?? { value: "", doubts: [] }, start, use);
    const isEmpty = variable.value === "";
    if (modifier !== "?") {
      return isEmpty === (modifier === "-") ? joined([blank(variable), text]) : variable;
    }
    return isEmpty ? joined([blank(variable), this.#required(name, text, start)]) : variable;
  }

  /** `${NAME%pattern}` and its like. */
  #trimmed(name: string, start: number, { length, apply }: Trim): TracedExpansion {
    this.#at += length;
    const whole = this.#defined(name, start);
    const value = apply(whole.value);
    if (value === undefined) {
      const fix = `Give ${name} a value of plain letters, for a * without a slash, or use it whole.`;
      throw this.#context.fault(
        `${this.#excerpt(start)} of a value that builders cut differently`,
        start,
        fix,
      );
    }
    const sources = whole.sources.map((source) => ({ ...source, length: value.length }));
    return { ...whole, value, sources };
  }

  #excerpt(start: number): string {
    const end = this.#word.indexOf("}", start);
    const text = this.#word.slice(start, end === -1 ? undefined : end + 1);
    return text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT)}...` : text;
  }

  #use({ value, doubts }: Expansion, start: number, variable: VariableUse): TracedExpansion {
    return { value, doubts, sources: [{ start, end: this.#at, length: value.length, variable }] };
  }

  /** `${NAME:?text}` of an empty variable: this builder stores the text instead of stopping. */
  #required(name: string, text: TracedExpansion, start: number): TracedExpansion {
    const fix = `Give ${name} a value with ARG, ENV or --build-arg.`;
    if (text.value === "") throw this.#context.fault(`${name} is required and empty`, start, fix);
    const message = `${name} is required and empty, and the builder stores the text of its :? instead`;
    return { ...text, doubts: [...text.doubts, { message, fix }] };
  }

  #defined(name: string, start: number): TracedExpansion {
    const variable = this.#context.lookup(name);
    const use = { name, modifier: "", isDefined: variable !== undefined } as const;
    if (variable !== undefined) return this.#use(variable, start, use);
    const message = `no ARG or ENV in scope defines ${name}, so the build leaves it empty`;
    const fix = `Write \\$${name} if it is meant for the launch, else declare it with ARG or ENV in the same stage.`;
    return this.#use({ value: "", doubts: [{ message, fix }] }, start, use);
  }

  #name(): string {
    NAME.lastIndex = this.#at;
    const name = NAME.exec(this.#word)?.[0] ?? "";
    this.#at += name.length;
    return name;
  }
}

function isModifier(character: string): character is "-" | "+" | "?" {
  return /^[-+?]$/u.test(character);
}

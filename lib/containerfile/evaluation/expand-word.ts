/** Why a value should not be trusted though it is what the builder stores. */
export interface Doubt {
  readonly message: string;
  readonly fix: string;
}

/** A text with the doubts that came into it with the variables it was made from. */
export interface Expansion {
  readonly value: string;
  readonly doubts: readonly Doubt[];
}

/** What a word is expanded with. */
export interface ExpansionContext {
  /** The value of a variable; undefined where no ARG or ENV in scope defines it. */
  readonly lookup: (name: string) => Expansion | undefined;
  /** Makes the error for a word that cannot be expanded; `index` counts UTF-16 units in the word. */
  readonly fault: (what: string, index: number, fix: string) => Error;
}

const NAME = /(?:\p{Nd}|[\p{L}_][\p{L}\p{Nd}_]*)?/uy;
const NOTHING: Expansion = { value: "", doubts: [] };

/** Expands quotes, escapes and variables of one word as imagebuilder's ProcessWord does, whatever the escape directive says. */
export function expandWord(word: string, context: ExpansionContext): Expansion {
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

  read(): Expansion {
    return this.#until(undefined);
  }

  #until(stop: "}" | undefined): Expansion {
    const start = this.#at;
    const parts: Expansion[] = [];
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
        if (character === "\\") this.#at += 1;
        parts.push(literal(this.#word.charAt(this.#at)));
        this.#at += 1;
      }
    }
    if (stop === undefined) return joined(parts);
    throw this.#context.fault(
      "a ${ without its }",
      start,
      "Close it, or write \\$ for a plain dollar sign.",
    );
  }

  #singleQuoted(): Expansion {
    const end = this.#word.indexOf("'", this.#at + 1);
    if (end === -1) throw this.#unterminated("'");
    const value = this.#word.slice(this.#at + 1, end);
    this.#at = end + 1;
    return literal(value);
  }

  #doubleQuoted(): Expansion {
    const start = this.#at;
    const parts: Expansion[] = [];
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
        if (isEscape) this.#at += 1;
        parts.push(literal(this.#word.charAt(this.#at)));
        this.#at += 1;
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

  #variable(): Expansion {
    const start = this.#at;
    this.#at += 1;
    if (this.#word.charAt(this.#at) === "{") return this.#braced(start);
    const name = this.#name();
    return name === "" ? literal("$") : this.#defined(name);
  }

  #braced(start: number): Expansion {
    this.#at += 1;
    const name = this.#name();
    const next = this.#word.charAt(this.#at);
    if (next === "}" && name !== "") {
      this.#at += 1;
      return this.#defined(name);
    }
    const modifier = this.#word.charAt(this.#at + 1);
    if (name === "" || next !== ":" || !/[-+?]/u.test(modifier)) {
      const fix =
        "Only ${NAME}, ${NAME:-default}, ${NAME:+text} and ${NAME:?text} are read; write \\$ for a plain dollar sign.";
      throw this.#context.fault("a ${ form that is not read", start, fix);
    }
    this.#at += 2;
    const text = this.#until("}");
    const variable = this.#context.lookup(name) ?? NOTHING;
    if (modifier === "-") return variable.value === "" ? joined([blank(variable), text]) : variable;
    if (modifier === "+") return variable.value === "" ? variable : joined([blank(variable), text]);
    return variable.value === "" ? this.#required(name, text, start) : variable;
  }

  /** `${NAME:?text}` of an empty variable: this builder stores the text instead of stopping. */
  #required(name: string, text: Expansion, start: number): Expansion {
    const fix = `Give ${name} a value with ARG, ENV or --build-arg.`;
    if (text.value === "") throw this.#context.fault(`${name} is required and empty`, start, fix);
    const message = `${name} is required and empty, and the builder stores the text of its :? instead`;
    return joined([text, { value: "", doubts: [{ message, fix }] }]);
  }

  #defined(name: string): Expansion {
    const variable = this.#context.lookup(name);
    if (variable !== undefined) return variable;
    const message = `no ARG or ENV in scope defines ${name}, so the build leaves it empty`;
    const fix = `Write \\$${name} if it is meant for the launch, else declare it with ARG or ENV in the same stage.`;
    return { value: "", doubts: [{ message, fix }] };
  }

  #name(): string {
    NAME.lastIndex = this.#at;
    const name = NAME.exec(this.#word)?.[0] ?? "";
    this.#at += name.length;
    return name;
  }
}

function literal(value: string): Expansion {
  return { value, doubts: [] };
}

function blank({ doubts }: Expansion): Expansion {
  return { value: "", doubts };
}

function joined(parts: readonly Expansion[]): Expansion {
  return {
    value: parts.map(({ value }) => value).join(""),
    doubts: parts.flatMap(({ doubts }) => doubts),
  };
}

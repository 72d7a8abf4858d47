import type { OtherInstruction } from "../containerfile.ts";
import { refusal } from "../refusal.ts";

interface Form {
  /** The fewest words that the instruction does with. */
  readonly least: number;
  readonly json?: "allowed" | "required";
}

/** The instructions without a reading of their own, and what each demands of its arguments. */
const FORMS: ReadonlyMap<string, Form> = new Map([
  ["ADD", { least: 2, json: "allowed" }],
  ["CMD", { least: 0, json: "allowed" }],
  ["COPY", { least: 2, json: "allowed" }],
  ["ENTRYPOINT", { least: 0, json: "allowed" }],
  ["EXPOSE", { least: 1 }],
  ["HEALTHCHECK", { least: 1 }],
  ["MAINTAINER", { least: 1 }],
  ["RUN", { least: 1, json: "allowed" }],
  ["SHELL", { least: 1, json: "required" }],
  ["STOPSIGNAL", { least: 1 }],
  ["USER", { least: 1 }],
  ["VOLUME", { least: 1, json: "allowed" }],
  ["WORKDIR", { least: 1 }],
]);

type Written = Pick<OtherInstruction, "keyword" | "keywordRange" | "rest" | "words">;

/** The words of the JSON form, if it is that; refuses an unknown instruction and arguments that the builder would refuse. */
export function readArguments(instruction: Written): readonly string[] | undefined {
  const { keyword, words, keywordRange } = instruction;
  const form = FORMS.get(keyword);
  if (form === undefined) {
    const fix =
      "Correct the keyword; if the line belongs to the one above, end that one with a continuation.";
    throw refusal(`unknown instruction ${shown(keyword)}`, keywordRange.start, fix);
  }
  const json = form.json === undefined ? undefined : jsonWords(instruction);
  if (json === undefined && form.json === "required") {
    throw refusal(
      `${keyword} without a JSON list`,
      keywordRange.start,
      `Write ${keyword} ["word", ...].`,
    );
  }
  if ((json ?? words).length < form.least) {
    throw refusal(
      `${keyword} with too few words`,
      keywordRange.start,
      `Give it at least ${String(form.least)}.`,
    );
  }
  return json;
}

function jsonWords({ keyword, rest, keywordRange }: Written): string[] | undefined {
  if (FORMS.get(keyword)?.json === undefined || !rest.text.startsWith("[")) return undefined;
  const value = parsed(rest.text);
  if (!Array.isArray(value)) return undefined;
  const words: string[] = [];
  for (const word of value as readonly unknown[]) {
    if (typeof word !== "string") {
      throw refusal(
        `${keyword} with a JSON list of something else than texts`,
        keywordRange.start,
        "Quote every word.",
      );
    }
    words.push(word);
  }
  return words;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function shown(keyword: string): string {
  const plain = keyword.replaceAll(/[^\x21-\x7e]/gu, "?");
  return plain.length > 20 ? `${plain.slice(0, 20)}...` : plain;
}

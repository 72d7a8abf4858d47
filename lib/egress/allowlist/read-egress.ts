import { PaddockError } from "../../errors.ts";
import { printable } from "../../printable.ts";
import { GROUPS } from "../groups.ts";
import type { EgressList, EgressRule } from "./egress-list.ts";
import { grantOf, readWord, wordOf } from "./read-word.ts";

/** What a word of the list can be, for messages. */
const ACCEPTED =
  "Accepted: a group (`paddock egress groups`), NAME, *.NAME, localhost:PORT, an address or range such as 10.1.0.0/16, each with :PORT where it is not 443, !NAME to deny, or none alone.";

const LONGEST_LIST = 1000;

/**
 * Reads the value of the label `paddock.egress`: words with blanks between them, the same word twice being one.
 * Throws PaddockError "label-invalid" for what is not understood, with what is accepted.
 */
export function readEgress(text: string): EgressList {
  const words = text.split(/[\s]+/u).filter(Boolean);
  if (words.length === 0) throw invalid("it is empty", "Write none for no network at all.");
  if (words.length > LONGEST_LIST) throw invalid(`it has more than ${LONGEST_LIST} words`);
  if (words.includes("none")) {
    if (words.length > 1) throw invalid("none stands beside other words", "Write none alone.");
    return { allow: [], deny: [] };
  }
  const allow = words.filter((word) => !word.startsWith("!")).flatMap(readGrant);
  const deny = words.filter((word) => word.startsWith("!")).flatMap((word) => readDenial(word));
  return { allow: unique(allow), deny: unique(deny) };
}

/** The rules that one word grants; a group grants several. */
export function readGrant(word: string): readonly EgressRule[] {
  const group = Object.hasOwn(GROUPS, word) ? GROUPS[word] : undefined;
  if (group !== undefined) return group.map((each) => grant(each, word));
  return [grant(word)];
}

/** The rules that one word denies, with or without its `!`; of a group all that it grants. */
export function readDenial(word: string): readonly EgressRule[] {
  const name = word.replace(/^!/u, "");
  const group = Object.hasOwn(GROUPS, name) ? GROUPS[name] : undefined;
  return (group ?? [name]).map((each) => {
    const read = readWord(each);
    if (read.kind === "wrong") throw wrongWord(word, read.why);
    const { target, port } = read;
    return { word: wordOf(target, port), target, port, group: group && name };
  });
}

function grant(word: string, group?: string): EgressRule {
  if (/^(?:\*|everything|all|any)$/iu.test(word)) {
    throw wrongWord(
      word,
      "there is no word for everything; leave the label out and give the run label a network",
    );
  }
  const read = readWord(word);
  if (read.kind === "wrong") {
    const unknown = /^[a-z][a-z0-9-]*$/iu.test(word) && word.toLowerCase() !== "localhost";
    throw wrongWord(word, unknown ? "no group has that name" : read.why);
  }
  if (read.target.kind === "loopback" && read.port === undefined) {
    throw wrongWord(word, "this machine's loopback is opened port by port: localhost:11434");
  }
  return grantOf(read.target, read.port, group);
}

function unique(rules: readonly EgressRule[]): readonly EgressRule[] {
  const seen = new Map<string, EgressRule>();
  for (const rule of rules) {
    const key = `${rule.word} ${rule.port ?? "*"}`;
    if (!seen.has(key)) seen.set(key, rule);
  }
  return [...seen.values()];
}

function wrongWord(word: string, why: string): PaddockError {
  const shown = word.length > 80 ? `${word.slice(0, 80)}...` : word;
  return invalid(`${printable(JSON.stringify(shown))}: ${why}`);
}

function invalid(why: string, fix = ACCEPTED): PaddockError {
  return new PaddockError("label-invalid", `The egress list is not understood: ${why}.`, { fix });
}

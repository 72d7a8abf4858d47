import type { EgressList, EgressRule } from "../allowlist/egress-list.ts";
import { judgeHost } from "../allowlist/judge-host.ts";
import { readEgress, readGrant } from "../allowlist/read-egress.ts";
import type { LogLine } from "../log/log-line.ts";

/** What a list grants beside what its sandboxes did. */
export interface Suggestion {
  /** The words of the smallest list that was used, in the order of the label; none where nothing was. */
  readonly words: readonly string[];
  /** Words of the label that nothing used. */
  readonly unused: readonly string[];
  /** Groups of which some words were used, and those. */
  readonly narrowed: readonly { readonly group: string; readonly words: readonly string[] }[];
  /** What was denied and still is, with the word that would allow it, the most frequent first. */
  readonly denied: readonly { readonly word: string; readonly times: number }[];
}

/** Compares a label's text with the log of its profile; `withDenied` adds the words of what was denied. */
export function suggestList(
  text: string,
  lines: readonly LogLine[],
  withDenied: boolean,
): Suggestion {
  const list = readEgress(text);
  const written = text.split(/\s+/u).filter((word) => word !== "" && word !== "none");
  const kept: string[] = [];
  const unused: string[] = [];
  const narrowed: { group: string; words: readonly string[] }[] = [];
  for (const word of written) {
    if (word.startsWith("!")) {
      kept.push(word);
      continue;
    }
    const rules = readGrant(word);
    const used = rules.filter((rule) => lines.some((line) => isUse(line, rule, list)));
    if (used.length === 0) {
      unused.push(word);
    } else if (used.length === rules.length) {
      kept.push(word);
    } else {
      const words = used.map((rule) => rule.word);
      narrowed.push({ group: word, words });
      kept.push(...words);
    }
  }
  const denied = stillDenied(list, lines);
  const added = withDenied ? denied.map(({ word }) => word) : [];
  return { words: [...new Set([...kept, ...added])], unused, narrowed, denied };
}

// A name in the list twice, such as by itself and below a wildcard, is a use of the first alone, as the proxy judges.
function isUse(line: LogLine, rule: EgressRule, list: EgressList): boolean {
  if (line.verdict !== "allowed" && line.verdict !== "failed") return false;
  const verdict = judgeHost(list, line);
  return verdict.kind === "allowed" && verdict.rule.word === rule.word;
}

function stillDenied(
  list: EgressList,
  lines: readonly LogLine[],
): readonly { readonly word: string; readonly times: number }[] {
  const times = new Map<string, number>();
  for (const line of lines) {
    if (line.verdict !== "denied") continue;
    // Judged again: the list may have changed since, and the log is a file that others can write to.
    const verdict = judgeHost(list, line);
    if (verdict.kind === "allowed" || verdict.add === undefined || !isGrant(verdict.add)) continue;
    times.set(verdict.add, (times.get(verdict.add) ?? 0) + 1);
  }
  return [...times]
    .map(([word, count]) => ({ word, times: count }))
    .toSorted((one, other) => other.times - one.times || (one.word < other.word ? -1 : 1));
}

// Some addresses are granted by no word.
function isGrant(word: string): boolean {
  try {
    return readGrant(word).length === 1;
  } catch {
    return false;
  }
}

import { splitCommand } from "./command.ts";

/** What ends a heredoc's body; `tabbed` (`<<-`) allows tabs before it. */
export interface HeredocEnd {
  readonly name: string;
  readonly tabbed: boolean;
}

export type HeredocSearch =
  | { readonly kind: "found"; readonly ends: readonly HeredocEnd[] }
  /** It may be a heredoc; whether it is one depends on the builder's version. */
  | { readonly kind: "unclear"; readonly index: number };

const WORD = /(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/gsu;
const HEREDOC = /^\d*<<(?<tabs>-?)(?<quote>["']?)(?<name>[\w.]+)\k<quote>$/u;

/** The heredocs that a logical line opens: only RUN, COPY and ADD can, and not in their JSON form. */
export function findHeredocs(line: string): HeredocSearch {
  const command = splitCommand(line);
  const { keyword, rest } = command;
  if (keyword.text === "ONBUILD") return shifted(findHeredocs(rest.text), rest.start);
  if (!["RUN", "COPY", "ADD"].includes(keyword.text) || !line.includes("<<")) return none();
  if (rest.text.startsWith("["))
    return isJson(rest.text) ? none() : { kind: "unclear", index: rest.start };
  const ends: HeredocEnd[] = [];
  const flagsAndRest = line.slice(keyword.end);
  for (const { 0: word, index } of flagsAndRest.matchAll(WORD)) {
    if (!/^\d*<</u.test(word)) continue;
    const { tabs = "", name } = HEREDOC.exec(word)?.groups ?? {};
    if (name === undefined) return { kind: "unclear", index: keyword.end + index };
    ends.push({ name, tabbed: tabs === "-" });
  }
  // The builder gives up its search without a word where it cannot read a quote or a ${...}.
  if (ends.length > 0 && !isPlain(flagsAndRest)) return { kind: "unclear", index: rest.start };
  return { kind: "found", ends };
}

function none(): HeredocSearch {
  return { kind: "found", ends: [] };
}

function shifted(search: HeredocSearch, by: number): HeredocSearch {
  return search.kind === "found" ? search : { kind: "unclear", index: search.index + by };
}

function isPlain(text: string): boolean {
  const rest = text.replaceAll(WORD, "");
  return rest.trim() === "" && !/\$\{(?!\w+\})/u.test(text);
}

function isJson(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}

import { readLog } from "../../egress/log/egress-log.ts";
import { suggestForProfile } from "../../egress/suggest/suggest-profile.ts";
import type { ProfileSuggestion } from "../../egress/suggest/suggest-profile.ts";
import type { Host } from "../../host/host.ts";
import { printable } from "../../printable.ts";
import { DEFAULT_PROFILE } from "../../profile/names.ts";
import { wrap } from "../../wrap.ts";

interface SuggestionFlags {
  readonly names: readonly string[];
  readonly "with-denied": boolean;
  readonly json: boolean;
}

/** Prints the smallest list that a profile used: the diff on stdout, what it is made of for people; returns the exit status. */
export function showSuggestion(host: Host, given: SuggestionFlags): number {
  const lines = readLog(host);
  // Without a name the profile that was last used: what it reached is what the question is about.
  const name = given.names[0] ?? lines.at(-1)?.profile ?? DEFAULT_PROFILE;
  const suggestion = suggestForProfile(host, name, { lines, withDenied: given["with-denied"] });
  const { answer, say, columns, interactive } = host.terminal;
  if (given.json) {
    answer(`${JSON.stringify(suggestion, undefined, 2)}\n`);
    return 0;
  }
  for (const line of remarks(suggestion, given["with-denied"])) {
    say(`${wrap(printable(line), columns, "  ")}\n`);
  }
  answer(interactive ? printable(suggestion.diff) : suggestion.diff);
  return 0;
}

function remarks(
  { profile, lines, unused, narrowed, denied, diff }: ProfileSuggestion,
  added: boolean,
): readonly string[] {
  const names = denied.map(({ word, times }) => (times === 1 ? word : `${word} (${times} times)`));
  return [
    `${profile}: ${lines} connections in the log.`,
    ...(unused.length > 0 ? [`Granted and not used: ${unused.join(" ")}`] : []),
    ...narrowed.map(({ group, words }) => `Of ${group} only used: ${words.join(" ")}`),
    ...(names.length > 0
      ? [`Asked for and denied${added ? ", added" : ""}: ${names.join(", ")}`]
      : []),
    ...(names.length > 0 && !added
      ? ["With --with-denied they are added; look at each first."]
      : []),
    ...(diff === "" ? ["The list is the smallest that does."] : []),
  ];
}

import { printable } from "../../printable.ts";
import type { ProxyRecord } from "../proxy/context.ts";

/** Counts the denials of one session, as much as fits in two lines. */
export interface DenialCount {
  readonly add: (record: ProxyRecord) => void;
  readonly summary: () => string | undefined;
}

// A sandbox can ask for any number of names.
const MOST_NAMES = 200;
const SHOWN = 8;

export function countDenials(): DenialCount {
  const times = new Map<string, number>();
  const words = new Set<string>();
  let total = 0;
  return {
    add: ({ verdict, host, port, add }) => {
      if (verdict !== "denied") return;
      total += 1;
      const name = `${host}:${port}`;
      if (times.size < MOST_NAMES || times.has(name)) times.set(name, (times.get(name) ?? 0) + 1);
      if (add !== undefined && words.size < MOST_NAMES) words.add(add);
    },
    summary: () => (total === 0 ? undefined : twoLines(total, [...times], [...words])),
  };
}

function twoLines(
  total: number,
  times: readonly (readonly [string, number])[],
  words: readonly string[],
): string {
  const names = times.map(([name, count]) => (count === 1 ? name : `${name} (${count} times)`));
  const were = total === 1 ? "connection was" : "connections were";
  const denied = `${total} ${were} denied: ${shorten(names)}.`;
  const allow =
    words.length === 0
      ? "No word of the list would allow that. See: paddock log --denied"
      : `To allow: add to LABEL paddock.egress: ${shorten(words, " ")}`;
  return printable(`${denied}\n${allow}\n`);
}

function shorten(names: readonly string[], between = ", "): string {
  const left = names.length - SHOWN;
  const shown = names.slice(0, SHOWN).join(between);
  return left > 0 ? `${shown} and ${left} more` : shown;
}

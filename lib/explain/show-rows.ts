import { printable } from "../printable.ts";
import { wrap } from "../wrap.ts";
import type { Change } from "./compare.ts";

/** A row as it is printed: its head need not be a topic. */
export interface ShownRow {
  readonly topic: string;
  readonly text: string;
}

const TOPIC_COLUMNS = 12;
const INDENT = " ".repeat(TOPIC_COLUMNS);
/** Rows are laid out for at least so many columns: a terminal that is narrower breaks the lines itself. */
const LEAST_COLUMNS = 48;

/** Rows as text: each topic once, its rows below each other, broken at blanks and never cut. */
export function showRows(rows: readonly ShownRow[], columns: number): string {
  return rows
    .map(({ topic, text }, index) => {
      const head = rows[index - 1]?.topic === topic ? "" : topic;
      return line(head, text, columns);
    })
    .join("");
}

const HEADS = { widened: "widened", narrowed: "narrowed", changed: "changed" } as const;

/** Differences as text: what it was and what it is, each on a line of its own. */
export function showChanges(changes: readonly Change[], columns: number): string {
  return changes
    .map(({ kind, topic, before, after }) => {
      const was = before === undefined ? `${topic}: not said before` : `${topic}: ${before}`;
      const is = after === undefined ? "not said any more" : after;
      return `${line(HEADS[kind], was, columns)}${line("", `now: ${is}`, columns)}`;
    })
    .join("");
}

function line(head: string, text: string, columns: number): string {
  const width = Math.max(columns, LEAST_COLUMNS);
  return `${wrap(`${head.padEnd(TOPIC_COLUMNS)}${onOneLine(text)}`, width, INDENT)}\n`;
}

/** A path may hold a line end: it must not look like a row of its own. */
function onOneLine(text: string): string {
  return printable(text).replaceAll("\n", "\\x0a").replaceAll("\t", "\\x09");
}

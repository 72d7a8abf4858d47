import { printable } from "../../printable.ts";
import { wrap } from "../../wrap.ts";
import type { ComponentRow } from "../components/component-row.ts";
import type { Diagnosis } from "../diagnosis.ts";
import type { PromiseRow } from "../promises/promise-rows.ts";
import type { Verdict } from "../verdict.ts";

const LEAST_COLUMNS = 48;
const NAME_COLUMNS = 18;
const STATE_COLUMNS = 11;

/** The diagnosis for people: a row a component, then the promises by who keeps them, the broken ones first. */
export function showDiagnosis(diagnosis: Diagnosis, columns: number): string {
  const width = Math.max(columns, LEAST_COLUMNS);
  return [
    ...diagnosis.components.flatMap((row) => componentLines(row, width)),
    "",
    ...promiseLines(diagnosis, width),
  ]
    .map((text) => `${text}\n`)
    .join("");
}

function componentLines(row: ComponentRow, width: number): readonly string[] {
  const head = `${row.component.padEnd(NAME_COLUMNS)}${row.state.padEnd(STATE_COLUMNS)}`;
  // On a narrow terminal the text gets a line of its own, which is wider than its column would be.
  const narrow = width < 72;
  const indent = " ".repeat(narrow ? 4 : NAME_COLUMNS + STATE_COLUMNS);
  const more = [
    ...row.notes.map(({ text, source }) => `${text}${source === undefined ? "" : ` (${source})`}`),
    ...(row.fix === undefined ? [] : [`mend: ${row.fix}`]),
  ].map((text) => line(indent, text, width));
  const first = narrow
    ? [head.trimEnd(), line(indent, row.found, width)]
    : [wrap(`${head}${printable(row.found)}`, width, indent)];
  return [...first, ...more];
}

function promiseLines(diagnosis: Diagnosis, width: number): readonly string[] {
  const { profile, runtime, unreadable, promises } = diagnosis;
  const name = printable(profile);
  if (unreadable !== undefined) {
    return [
      `What ${name} promises cannot be told:`,
      line("  ", unreadable.message, width),
      line("  ", unreadable.fix, width),
    ];
  }
  const under = runtime === undefined ? "" : `, under ${printable(runtime)}`;
  const total = promises.length;
  const good = promises.filter(({ state }) => state === "kept").length;
  return [
    wrap(`Promises of ${name}${under}: ${good} of ${total} kept by this machine`, width, "  "),
    ...grouped(promises).flatMap(([first, ...others]) => groupLines([first, ...others], width)),
  ];
}

const STATES: Readonly<Record<Verdict["state"], string>> = {
  broken: "NOT KEPT by",
  unknown: "NOT KNOWN of",
  image: "left to",
  kept: "kept by",
};

function groupLines(
  rows: readonly [PromiseRow, ...PromiseRow[]],
  width: number,
): readonly string[] {
  const [{ state, keeper, reason, fix }] = rows;
  const why = reason === undefined ? "" : `: ${reason}`;
  return [
    wrap(`${STATES[state]} ${printable(`${keeper}${why}`)}`, width, "    "),
    ...rows.map(({ control, promise }) => line("    ", `${promise} (${control})`, width)),
    ...(fix === undefined ? [] : [line("    ", `mend: ${fix}`, width)]),
  ];
}

const ORDER: readonly Verdict["state"][] = ["broken", "unknown", "image", "kept"];

/** Promises with the same answer together, in the order of what needs a look first. */
function grouped(rows: readonly PromiseRow[]): readonly [PromiseRow, ...PromiseRow[]][] {
  const groups = new Map<string, [PromiseRow, ...PromiseRow[]]>();
  for (const row of rows) {
    const key = JSON.stringify([row.state, row.keeper, row.reason, row.fix]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()].toSorted(
    ([a], [b]) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state),
  );
}

function line(indent: string, text: string, width: number): string {
  return wrap(`${indent}${printable(text)}`, width, `${indent}  `);
}

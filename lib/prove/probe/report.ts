/** What the probe said, by the word that a line begins with; a value is the rest of its line. */
export type Report = ReadonlyMap<string, readonly string[]>;

/** A report's first line: what its lines say changes with the number. */
export const FIRST_LINE = "paddock-probe 2";
const LAST = "end";

/** Reads a probe's report; undefined for anything that is not one from its first line to its last. */
export function readReport(text: string): Report | undefined {
  const lines = text.split(/\r?\n/);
  const [first, last] = [lines.indexOf(FIRST_LINE), lines.indexOf(LAST)];
  const rest = lines.slice(last + 1).filter((line) => line !== "");
  // Something that wrote before or after it may have written in between.
  if (first !== 0 || last === -1 || rest.length > 0) return undefined;
  const report = new Map<string, string[]>();
  for (const line of lines.slice(1, last)) {
    const { key = "", value = "" } =
      /^(?<key>[^ :]+):?(?: (?<value>.*))?$/.exec(line)?.groups ?? {};
    report.set(key, [...(report.get(key) ?? []), value]);
  }
  // The probe met a word that it does not know, and stopped trying.
  return report.has("unknown") ? undefined : report;
}

/** The value of what is said exactly once; undefined where it is missing, said twice or of another shape. */
export function only(report: Report, key: string, shape: RegExp): string | undefined {
  const [value, ...more] = report.get(key) ?? [];
  return value !== undefined && more.length === 0 && shape.test(value) ? value : undefined;
}

/** The number of what is said exactly once. */
export function onlyNumber(report: Report, key: string): number | undefined {
  const value = only(report, key, /^\d+(?: kB)?$/);
  return value === undefined ? undefined : Number.parseInt(value, 10);
}

/** Of the lines of one kind, the words of the one that begins with a given word. */
export function entry(report: Report, key: string, first: string): readonly string[] | undefined {
  const found = (report.get(key) ?? []).map((line) => line.split(" "));
  const [line, ...more] = found.filter(([word]) => word === first);
  return more.length === 0 ? line?.slice(1) : undefined;
}

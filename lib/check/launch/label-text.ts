import type { TextRange } from "../../containerfile/text-range.ts";
import type { ValueSource } from "../../containerfile/value-source.ts";
import type { OwnLabel, Reading } from "../reading.ts";

/** A label's value, of which each part knows its place in the Containerfile. */
export interface LabelText {
  readonly value: string;
  /** Where the characters from `start` to `end` of the value stand in the file, as its author wrote them. */
  readonly rangeOf: (start: number, end: number) => TextRange;
  /** A dollar sign stands for itself: the whole value is in single quotes. */
  readonly isLiteral: boolean;
  /** The sources of the value's characters: start and end in the value as written. */
  readonly writtenPart: (start: number, end: number) => { start: number; end: number };
}

/** The variables that have a value at launch. */
export const LAUNCH_VARIABLES: ReadonlySet<string> = new Set([
  "HOME",
  "PWD",
  "IMAGE",
  "NAME",
  "OPT1",
  "OPT2",
  "OPT3",
]);

/**
 * The value as its author meant it: a variable of the launch that the build would empty stands there as if it were
 * escaped, so that the rest of the label can be read. For a label without such, the value itself.
 */
export function intendedText({ part }: Reading, { written, evaluated }: OwnLabel): LabelText {
  const owners: ValueSource[] = [];
  let value = "";
  let at = 0;
  for (const source of evaluated.sources) {
    const text = isMeantForLaunch(source)
      ? `\${${source.variable?.name ?? ""}}`
      : evaluated.value.slice(at, at + source.length);
    value += text;
    for (let index = 0; index < text.length; index += 1) owners.push(source);
    at += source.length;
  }
  const end = written.value.text.length;
  const writtenPart = (from: number, to: number): { start: number; end: number } => {
    const first = owners[from] ?? owners.at(-1);
    const last = owners[Math.max(from, to - 1)] ?? owners.at(-1);
    return { start: first?.start ?? 0, end: last?.end ?? end };
  };
  return {
    value,
    isLiteral: /^'[^']*'$/u.test(written.value.text),
    writtenPart,
    rangeOf: (from, to) => {
      const place = writtenPart(from, to);
      return part(written.value, place.start, place.end);
    },
  };
}

/** Whether a variable is one of the launch that no ARG or ENV defines, so that the build leaves nothing of it. */
export function isMeantForLaunch({ variable }: ValueSource): boolean {
  return (
    variable !== undefined &&
    variable.modifier === "" &&
    !variable.isDefined &&
    LAUNCH_VARIABLES.has(variable.name)
  );
}

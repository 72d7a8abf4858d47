import { type RunArgv, flagUses } from "./argv.ts";
import { readCsvRecord } from "./csv.ts";
import { type FlagValue } from "../policy.ts";

/** The values of an argv's flags, by name; it remembers which flags were asked for, so that none is lost. */
export interface FlagValues {
  /** Of a flag whose last use wins. */
  last(name: string): string | undefined;
  isOn(name: string, unset?: boolean): boolean;
  /** Every value that counts; a list of comma-separated values is taken apart. */
  all(name: string): readonly string[];
  /** What nobody has asked for, in order. */
  rest(): readonly FlagValue[];
}

/** Reads the values as Podman does: the last use of a single value wins, lists grow. */
export function flagValues(run: RunArgv): FlagValues {
  const uses = flagUses(run);
  const asked = new Set<string>();
  const of = (name: string) => {
    asked.add(name);
    return uses.filter(({ flag }) => flag.name === name);
  };
  return {
    last: (name) => of(name).at(-1)?.value,
    isOn: (name, unset = false) => {
      const value = of(name).at(-1)?.value;
      return value === undefined ? unset : isTrue(value);
    },
    all: (name) => {
      const found = of(name);
      const counting = found[0]?.flag.repeat === "last" ? found.slice(-1) : found;
      return counting.flatMap(({ flag, value }) =>
        flag.repeat === "csv" ? readCsvRecord(value) : [value],
      );
    },
    rest: () =>
      uses
        .filter(({ flag }) => !asked.has(flag.name))
        .map(({ flag, value }) => ({ flag: flag.name, value })),
  };
}

// parseRun has refused what Go's ParseBool does not take.
function isTrue(value: string): boolean {
  return /^(?:1|t|true)$/i.test(value);
}

import type { TextRange } from "../../containerfile/text-range.ts";
import type { Severity } from "../finding.ts";
import type { PlacedOption } from "./placed-flags.ts";

/** What a rule says about a whole launch, before its place is known. */
export interface LaunchFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly fix: string;
  /** The flag that it is about, where several together bring it about. */
  readonly about?: string;
  /** The key of another label that it is about. */
  readonly label?: string;
}

type Judge = (options: readonly PlacedOption[]) => readonly LaunchFinding[];

/** A finding with the option that brings it about, where one does. */
export interface PlacedFinding {
  readonly finding: LaunchFinding;
  readonly range: TextRange | undefined;
}

/**
 * The place of each finding. `judge` says what is to be said of some of the options: to blame is the option that brings the
 * finding about alone, else one of the fewest that bring it about together; where none is needed for it, the flag that it is
 * about, or nothing.
 */
export function blame(options: readonly PlacedOption[], judge: Judge): readonly PlacedFinding[] {
  const always = keysOf(judge([]));
  const alone = options.map((option) => keysOf(judge([option])));
  const seen = new Map<string, number>();
  return judge(options).map((finding) => {
    const key = keyOf(finding);
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    if (always.has(key)) return { finding, range: about(options, finding)?.range };
    const single = options.filter((_, index) => alone[index]?.has(key));
    const guilty =
      single.length > 0 ? single : fewest(options, (some) => keysOf(judge(some)).has(key));
    const ranked = guilty.toSorted((one, other) => rank(one, finding) - rank(other, finding));
    return { finding, range: (ranked[nth] ?? ranked[0])?.range };
  });
}

/** The fewest options that do what all of them do, found by leaving out ever smaller parts. */
function fewest(
  options: readonly PlacedOption[],
  isEnough: (some: readonly PlacedOption[]) => boolean,
): readonly PlacedOption[] {
  let kept = options;
  for (let size = Math.ceil(options.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let start = 0; start < kept.length;) {
      const some = [...kept.slice(0, start), ...kept.slice(start + size)];
      if (isEnough(some)) kept = some;
      else start += size;
    }
  }
  return kept;
}

function keyOf({ rule, message }: LaunchFinding): string {
  return `${rule}\0${message}`;
}

function keysOf(findings: readonly LaunchFinding[]): ReadonlySet<string> {
  return new Set(findings.map(keyOf));
}

function about(options: readonly PlacedOption[], finding: LaunchFinding): PlacedOption | undefined {
  return options.find((option) => isAbout(option, finding));
}

// Without the runtime nothing is wrong with what it cannot do, and yet the fault lies with the other.
function rank(option: PlacedOption, finding: LaunchFinding): number {
  if (isAbout(option, finding)) return 0;
  return option.uses.some(({ flag }) => flag.name === "runtime") ? 2 : 1;
}

function isAbout({ uses }: PlacedOption, finding: LaunchFinding): boolean {
  return uses.some(({ flag }) => flag.name === finding.about);
}

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

/**
 * The place of each finding: the option without which it would not be there. `judge` says what is to be said of some of the
 * options; a finding that no single option brings about is placed at the flag that it is about, or nowhere.
 */
export function blame(
  options: readonly PlacedOption[],
  judge: (options: readonly PlacedOption[]) => readonly LaunchFinding[],
): readonly { readonly finding: LaunchFinding; readonly range: TextRange | undefined }[] {
  const findings = judge(options);
  const whole = counts(findings);
  const without = options.map((option) =>
    counts(judge(options.filter((other) => other !== option))),
  );
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const key = keyOf(finding);
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    const blamed = options
      .filter((_, index) => (without[index]?.get(key) ?? 0) < (whole.get(key) ?? 0))
      .toSorted((one, other) => rank(one, finding) - rank(other, finding));
    const guilty = blamed[nth] ?? blamed[0] ?? options.find((option) => isAbout(option, finding));
    return { finding, range: guilty?.range };
  });
}

function keyOf({ rule, message }: LaunchFinding): string {
  return `${rule}\0${message}`;
}

function counts(findings: readonly LaunchFinding[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const finding of findings) found.set(keyOf(finding), (found.get(keyOf(finding)) ?? 0) + 1);
  return found;
}

// Without the runtime nothing is wrong with what it cannot do, and yet the fault lies with the other.
function rank(option: PlacedOption, finding: LaunchFinding): number {
  if (isAbout(option, finding)) return 0;
  return option.uses.some(({ flag }) => flag.name === "runtime") ? 2 : 1;
}

function isAbout({ uses }: PlacedOption, { about }: LaunchFinding): boolean {
  return uses.some(({ flag }) => flag.name === about);
}

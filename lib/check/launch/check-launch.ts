import type { TextRange } from "../../containerfile/text-range.ts";
import { PaddockError } from "../../errors.ts";
import { EGRESS_LABEL } from "../../egress/allowlist/egress-list.ts";
import { egressText, egressValues } from "../../launch/egress/egress-label.ts";
import { judgeEgressText } from "../../launch/egress/judged-egress.ts";
import { isVm } from "../../policy/is-vm.ts";
import { readPolicy } from "../../policy/read-policy.ts";
import { parseAllow } from "../../policy/rules/allow.ts";
import type { RuleContext } from "../../policy/rules/finding.ts";
import { judge } from "../../policy/rules/judge.ts";
import { entrypointOf } from "../entrypoint.ts";
import { finder, type CheckFinding, type RuleTable } from "../finding.ts";
import type { OwnLabel, Reading } from "../reading.ts";
import { judgeGrants } from "../rules/granted/judge-grants.ts";
import { blame, type LaunchFinding } from "./blame.ts";
import { checkEffective, checkImageWord } from "./image-word.ts";
import { intendedText } from "./label-text.ts";
import type { LaunchFacts } from "./launch-facts.ts";
import { placeFlags, type PlacedOption } from "./placed-flags.ts";
import { checkMount } from "./placed-mounts.ts";
import { placeWords, type PlacedWord } from "./placed-words.ts";
import { checkQuotes } from "./quotes.ts";

const OWN = {
  "allow-label": {
    severity: "error",
    why: "A word of LABEL paddock.allow that names no rule allows nothing, and the launch is refused.",
    fix: "Name the grants one by one.",
  },
} as const satisfies RuleTable;

/** The label in which a profile allows grants by name. */
export const ALLOW_RULES: RuleTable = OWN;

const found = finder(OWN);
const NO_IMAGE = "localhost/image:latest";

/** Everything that is to be said of the launch that a run label defines. */
export function checkLaunch(reading: Reading): CheckFinding[] {
  const { run, subject } = reading;
  if (run === undefined) return [];
  const text = intendedText(reading, run);
  const tag = subject.image ?? NO_IMAGE;
  const { home, workspace: cwd } = subject.machine;
  const values = { home, cwd, image: tag, ...egressValues(labelsOf(reading)) };
  const placed = placeWords(text, values);
  if (placed.words === undefined) return [...placed.findings];
  const flags = placeFlags(placed.words, run.written.key.range);
  const mounts = flags.options.map(checkMount);
  const options = mounts.flatMap(({ option }) => option ?? []);
  const { image } = flags;
  return [
    ...placed.findings,
    ...flags.findings,
    ...mounts.flatMap(({ findings }) => findings),
    ...checkQuotes(reading, run, text),
    ...checkEffective(run, text, tag),
    ...(image === undefined
      ? []
      : [
          ...checkImageWord(image, subject.image, text),
          ...judgeLaunch(reading, run, { options, image, command: flags.command }).filter(
            (finding) => !isOfStandIn(finding, placed.findings),
          ),
        ]),
  ];
}

/** Whether a name is wrong only for what stands in the place of a variable without a value. */
function isOfStandIn({ rule, range }: CheckFinding, said: readonly CheckFinding[]): boolean {
  const isWithin = (other: TextRange): boolean =>
    other.startOffset >= range.startOffset && other.endOffset <= range.endOffset;
  return rule === "name" && said.some((finding) => isWithin(finding.range));
}

interface Launch {
  readonly options: readonly PlacedOption[];
  readonly image: PlacedWord;
  readonly command: readonly string[];
}

function judgeLaunch(reading: Reading, run: OwnLabel, launch: Launch): CheckFinding[] {
  const { subject, image } = reading;
  const labels = labelsOf(reading);
  const allow = readAllow(reading, labels["paddock.allow"] ?? "");
  const context: RuleContext = {
    ...subject.machine,
    image: subject.image ?? launch.image.text,
    allow: allow.words,
  };
  const facts = {
    context,
    labels,
    environment: image.environment,
    entrypoint: entrypointOf(reading),
    isBaseKnown: subject.base.isKnown,
  };
  const placed = blame(launch.options, (options) => judgeOptions(options, launch, facts));
  const { range: whole } = run.written.key;
  return [
    ...allow.findings,
    ...placed.map(({ finding, range }): CheckFinding => {
      const { rule, severity, message, fix } = finding;
      const place = rule.startsWith("image") ? launch.image.range : (range ?? whole);
      return { rule, severity, message, fix, range: labelRange(reading, finding.label) ?? place };
    }),
  ];
}

function labelsOf({ image }: Reading): Readonly<Record<string, string>> {
  return Object.fromEntries(image.labels.map(({ key, value }) => [key, value]));
}

function labelRange({ labels }: Reading, key: string | undefined): TextRange | undefined {
  return labels.find(({ evaluated }) => evaluated.key === key)?.written.key.range;
}

function judgeOptions(
  options: readonly PlacedOption[],
  { image, command }: Launch,
  facts: Omit<LaunchFacts, "policy" | "isMachine">,
): LaunchFinding[] {
  try {
    const words = options.flatMap((option) => option.words);
    const policy = readPolicy(["podman", "run", ...words, image.text, ...command]);
    const all = { ...facts, policy, isMachine: isVm(policy) };
    const launch = judge(policy, facts.context).filter((finding) => !isTilde(finding));
    return [...launch.map(plain), ...judgeList(all), ...judgeGrants(all)];
  } catch (error) {
    if (!(error instanceof PaddockError)) throw error;
    const { message, fix } = error;
    return [{ rule: "flag-value", severity: "error", message, fix }];
  }
}

/** What the list of hosts says of the launch, where there is one. */
function judgeList({ labels, policy }: LaunchFacts): LaunchFinding[] {
  const text = egressText(labels);
  if (text === undefined) return [];
  try {
    return judgeEgressText(text, policy).findings.map(({ rule, severity, message, fix }) => {
      const about = message.startsWith("krun.") ? "annotation" : "network";
      return { rule, severity, message, fix, about };
    });
  } catch (error) {
    if (!(error instanceof PaddockError)) throw error;
    const { message, fix } = error;
    return [{ rule: "egress", severity: "error", message, fix, label: EGRESS_LABEL }];
  }
}

// To Podman a ~ is the beginning of a volume's name, but nobody means one.
function isTilde({ rule, message }: LaunchFinding): boolean {
  return rule === "named-volume" && message.startsWith('"~');
}

function plain({ rule, severity, message, fix }: LaunchFinding): LaunchFinding {
  return { rule, severity, message, fix };
}

function readAllow(
  { labels, run }: Reading,
  text: string,
): { readonly words: ReadonlySet<string>; readonly findings: readonly CheckFinding[] } {
  try {
    return { words: parseAllow(text), findings: [] };
  } catch (error) {
    if (!(error instanceof PaddockError)) throw error;
    const own = labels.find(({ evaluated }) => evaluated.key === "paddock.allow");
    const range: TextRange | undefined = (own ?? run)?.written.range;
    const { message, fix } = error;
    return {
      words: new Set(),
      findings: range === undefined ? [] : [found("allow-label", { range, message, fix })],
    };
  }
}

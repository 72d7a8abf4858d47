import type { WrittenLabel } from "../../../containerfile/containerfile.ts";
import { finder, type CheckFinding, type RuleTable } from "../../finding.ts";
import { isRunKey, type OwnLabel, type Reading } from "../../reading.ts";

const OWN = {
  "builder-stage-label": {
    severity: "error",
    why: "Only labels of the final stage and of the stages that it is FROM are in the image.",
    fix: "Write the label after the last FROM.",
  },
  "shadowed-run-label": {
    severity: "warning",
    why: "Of two labels with the same key the last wins; the first misleads its reader.",
    fix: "Remove the first.",
  },
  "ambiguous-run-label": {
    severity: "error",
    why: "Podman takes any key that equals run without regard to case, from launch to launch another one.",
    fix: "Keep one; spell it as the base does, so that it replaces the inherited one.",
  },
  "inherited-run-label": {
    severity: "warning",
    why: "An image without a run label of its own is launched with the one of its base, which names another image.",
    fix: 'Write a LABEL run of its own, or LABEL run="" for a profile that is not launched.',
  },
  "no-run-label": {
    severity: "note",
    why: "An image without a run label cannot be launched, and one that is added on the build's command line is no part of what is reviewed.",
    fix: 'Write LABEL run="podman run ...".',
  },
  "blank-run-label": {
    severity: "note",
    why: "An empty run label switches the inherited one off: the image cannot be launched.",
    fix: "Write the launch into it if it is meant to be launched.",
  },
} as const satisfies RuleTable;

/** Which label is the launch, and labels that only look like it. */
export const LABEL_RULES: RuleTable = OWN;

const found = finder(OWN);

/** Findings about the choice of the run label. */
export function checkLabels(reading: Reading): CheckFinding[] {
  const runs = reading.labels.filter(({ evaluated }) => isRunKey(evaluated.key));
  return [
    ...builderStages(reading),
    ...shadowed(reading),
    ...ambiguous(reading, runs),
    ...runs.filter(({ evaluated }) => /^[ \t\r\n]*$/.test(evaluated.value)).map(blank),
    ...(runs.length === 0 ? absent(reading) : []),
  ];
}

function builderStages({ containerfile, stages }: Reading): CheckFinding[] {
  return runLabels(containerfile.labels)
    .filter(({ stage }) => !stages.has(stage))
    .map(({ key, stage }) => {
      const name = containerfile.stages[stage]?.name?.text ?? String(stage);
      const message = `The label is in stage ${name}, not in the final image.`;
      return found("builder-stage-label", { range: key.range, message });
    });
}

function runLabels(labels: readonly WrittenLabel[]): WrittenLabel[] {
  return labels.filter(({ key }) => isRunKey(plainKey(key.text)));
}

function plainKey(text: string): string {
  return text.replace(/^(?<quote>["'])(?<key>.*)\k<quote>$/su, "$<key>");
}

/** Labels that a later one of the same key replaces, in the stages that the image stands on. */
function shadowed({ containerfile, stages, labels }: Reading): CheckFinding[] {
  const winners = new Set(labels.map(({ written }) => written));
  return runLabels(containerfile.labels)
    .filter((label) => stages.has(label.stage) && !winners.has(label))
    .flatMap(({ key }) => {
      const winner = labels.find(({ evaluated }) => evaluated.key === plainKey(key.text));
      if (winner === undefined) return [];
      const line = winner.written.key.range.start.line;
      const message = `The label ${plainKey(key.text)} of line ${String(line)} replaces this one.`;
      return [found("shadowed-run-label", { range: key.range, message })];
    });
}

function ambiguous({ subject }: Reading, runs: readonly OwnLabel[]): CheckFinding[] {
  const inherited = Object.keys(subject.base.labels).filter(isRunKey);
  const keys = new Set([...inherited, ...runs.map(({ evaluated }) => evaluated.key)]);
  if (keys.size < 2) return [];
  return runs
    .filter(({ evaluated }) => !inherited.includes(evaluated.key))
    .map(({ written }) => {
      const { range } = written.key;
      const [base] = inherited;
      const message = `The image has the labels ${[...keys].toSorted().join(" and ")}: Podman would take any of them.`;
      if (base === undefined || runs.length > 1) {
        return found("ambiguous-run-label", { range, message });
      }
      const edits = [{ ...offsets(range), text: base }];
      const fix = `Write ${base}, as the base does.`;
      return found("ambiguous-run-label", { range, message, fix, edits });
    });
}

function offsets({ startOffset, endOffset }: CheckFinding["range"]) {
  return { startOffset, endOffset };
}

function blank({ written }: OwnLabel): CheckFinding {
  const message = `The label ${written.key.text} is empty: this image cannot be launched.`;
  return found("blank-run-label", { range: written.key.range, message });
}

function absent({ subject, containerfile }: Reading): CheckFinding[] {
  const { range } = (containerfile.stages.at(-1) ?? containerfile.stages[0]).from.image;
  const inherited = Object.entries(subject.base.labels).find(
    ([key, value]) => isRunKey(key) && /[^ \t\r\n]/.test(value),
  );
  if (inherited === undefined) {
    return [found("no-run-label", { range, message: "The image has no run label." })];
  }
  const message = `The label ${inherited[0]} comes from the base: ${JSON.stringify(inherited[1])}.`;
  return [found("inherited-run-label", { range, message })];
}

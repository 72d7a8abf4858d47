import { rangeFinder } from "../containerfile/text-range.ts";
import { PaddockError } from "../errors.ts";
import { applyComments } from "./allow-comments.ts";
import type { CheckFinding } from "./finding.ts";
import { checkLaunch } from "./launch/check-launch.ts";
import { readSubject, type Reading } from "./reading.ts";
import { RULES } from "./rule-table.ts";
import { checkInstalls } from "./rules/written/installs.ts";
import { checkPinning } from "./rules/written/pins.ts";
import { checkContinuations } from "./rules/written/continuations.ts";
import { checkImageSecrets } from "./rules/written/image-secrets.ts";
import { checkLabelForms } from "./rules/written/label-forms.ts";
import { checkLabels } from "./rules/written/labels.ts";
import { checkMachineFile } from "./rules/written/machine-file.ts";
import { checkVariables } from "./rules/written/variables.ts";
import type { Subject } from "./subject.ts";

/** Everything that the rules say about a Containerfile, in the order of the file. Where it cannot be read, the one finding `syntax`. */
export function checkContainerfile(subject: Subject): readonly CheckFinding[] {
  let reading: Reading;
  try {
    reading = readSubject(subject);
  } catch (error) {
    if (!(error instanceof PaddockError)) throw error;
    return [syntax(subject, error)];
  }
  const findings = [
    ...baseFailure(reading),
    ...checkVariables(reading),
    ...checkLabels(reading),
    ...checkLabelForms(reading),
    ...checkContinuations(reading),
    ...checkImageSecrets(reading),
    ...checkMachineFile(reading),
    ...checkInstalls(reading),
    ...checkPinning(reading),
    ...checkLaunch(reading),
  ];
  const judged = applyComments(reading.containerfile, findings, (name) =>
    Object.hasOwn(RULES, name),
  );
  return judged.toSorted((one, other) => one.range.startOffset - other.range.startOffset);
}

function syntax({ text }: Subject, { message, fix, at }: PaddockError): CheckFinding {
  const { line, column } = at !== undefined && "line" in at ? at : { line: 1, column: 1 };
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  const mark = line === 1 && text.startsWith("\uFEFF") ? 1 : 0;
  const start = Math.min(text.length, before + mark + column - 1);
  const end = Math.max(start, before + (lines[line - 1] ?? "").trimEnd().length);
  const plain = message.replace(/ at line \d+, column \d+$/u, "");
  return {
    rule: "syntax",
    severity: "error",
    message: `${plain.charAt(0).toUpperCase()}${plain.slice(1)}.`,
    fix,
    range: rangeFinder(text)(start, end),
  };
}

function baseFailure({ subject, containerfile }: Reading): CheckFinding[] {
  const { failure } = subject.base;
  if (failure === undefined) return [];
  const { range } = (containerfile.stages.at(-1) ?? containerfile.stages[0]).from.image;
  const { severity, fix } = RULES["base"] ?? { severity: "error", fix: "" };
  return [{ rule: "base", severity, message: failure, fix, range }];
}

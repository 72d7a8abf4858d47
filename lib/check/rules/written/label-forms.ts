import type { Instruction, Property } from "../../../containerfile/containerfile.ts";
import { finder, type CheckFinding, type RuleTable } from "../../finding.ts";
import { isRunKey, type Reading } from "../../reading.ts";

const OWN = {
  "mixed-label-form": {
    severity: "warning",
    why: "Where the first word of LABEL has no =, everything after it is one value, whatever = it holds.",
    fix: "Write LABEL key=value for each.",
  },
  "old-label-form": {
    severity: "warning",
    why: "The old form LABEL key value loses the quotes within the value.",
    fix: 'Write LABEL key="value" and a backslash before each quote in it.',
  },
  "computed-label-key": {
    severity: "warning",
    why: "A key that a variable makes is found by no one who looks for the run label in the file.",
    fix: "Write the key out.",
  },
  "onbuild-run-label": {
    severity: "warning",
    why: "ONBUILD LABEL gives the label to children only, and in the OCI format that is the default to nobody.",
    fix: "Write the label into each child.",
  },
  "action-label": {
    severity: "note",
    why: "podman container runlabel can execute other labels than run; Paddock never does, and nobody judges them.",
    fix: "Remove it if it is not needed.",
  },
} as const satisfies RuleTable;

/** Ways to write a label that come out as something else. */
export const LABEL_FORM_RULES: RuleTable = OWN;

const found = finder(OWN);

/** Findings about the form of labels, in the stages that the image stands on. */
export function checkLabelForms({ containerfile, stages, labels }: Reading): CheckFinding[] {
  const instructions = containerfile.stages
    .filter(({ index }) => stages.has(index))
    .flatMap((stage) => stage.instructions);
  return [
    ...instructions.flatMap((instruction) => checkInstruction(containerfile.text, instruction)),
    ...labels.flatMap(({ written, evaluated }) => {
      if (!isRunKey(evaluated.key) || !/\$/.test(written.key.text)) return [];
      const message = `The key ${written.key.text} becomes ${evaluated.key} in the image.`;
      return [found("computed-label-key", { range: written.key.range, message })];
    }),
  ];
}

function checkInstruction(text: string, instruction: Instruction): CheckFinding[] {
  if (instruction.kind === "onbuild" && instruction.trigger.kind === "label") {
    const run = instruction.trigger.properties.find(({ key }) => isRunKey(unquoted(key.text)));
    if (run === undefined) return [];
    const message =
      "This image itself has no run label from it, and a child only in the Docker format.";
    return [found("onbuild-run-label", { range: run.range, message })];
  }
  if (instruction.kind !== "label") return [];
  return [
    ...instruction.properties.flatMap((property) => checkOldForm(text, property)),
    ...instruction.properties.flatMap(checkAction),
  ];
}

function unquoted(text: string): string {
  return text.replace(/^(?<quote>["'])(?<key>.*)\k<quote>$/su, "$<key>");
}

/** The old form `LABEL key value`, in which no `=` lies between the two. */
function checkOldForm(text: string, { key, value, range }: Property): CheckFinding[] {
  if (text.slice(key.range.endOffset, value.range.startOffset).includes("=")) return [];
  if (value.text.startsWith("=")) {
    const message = `With a blank before = the value of ${key.text} begins with the =.`;
    return [
      found("old-label-form", {
        range,
        message,
        fix: 'Write LABEL key="value", without blanks around =.',
      }),
    ];
  }
  const pairs = isRunKey(key.text) ? [] : [...value.text.matchAll(/(?<=^|\s)([A-Za-z][\w.-]*)=/gu)];
  if (pairs.length > 0) {
    const hidesRun = pairs.some(([, name = ""]) => isRunKey(name));
    const message = hidesRun
      ? `This is one label ${key.text} whose value holds the text run=...: there is no run label.`
      : `This is one label ${key.text} with all of the rest as its value.`;
    const severity = hidesRun ? "error" : "warning";
    return [found("mixed-label-form", { range, message, severity })];
  }
  if (!isRunKey(key.text) || !/["']/u.test(value.text)) return [];
  const message = "The quotes within the value are gone in the image.";
  return [found("old-label-form", { range: value.range, message })];
}

function checkAction({ key }: Property): CheckFinding[] {
  if (!/^(?:un)?install$/iu.test(unquoted(key.text))) return [];
  const message = `The label ${key.text} is never executed by Paddock.`;
  return [found("action-label", { range: key.range, message })];
}

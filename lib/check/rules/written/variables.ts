import type { ValueSource } from "../../../containerfile/value-source.ts";
import { finder, type CheckFinding, type Edit, type RuleTable } from "../../finding.ts";
import { isMeantForLaunch, LAUNCH_VARIABLES } from "../../launch/label-text.ts";
import { isRunKey, type OwnLabel, type Reading } from "../../reading.ts";

const OWN = {
  "build-variable": {
    severity: "error",
    why: "The build fills in an unescaped variable, so what was meant for the launch is empty or another value in the image.",
    fix: "Write a backslash before the dollar sign.",
  },
  "undefined-variable": {
    severity: "warning",
    why: "A variable that no ARG or ENV in scope defines is silently empty in the image.",
    fix: "Declare it with ARG or ENV in the same stage, or write \\$ for a plain dollar sign.",
  },
  "required-variable": {
    severity: "error",
    why: "This builder does not stop at ${NAME:?text}: it stores the text as the value.",
    fix: "Write ${NAME}, and give NAME a value with ARG.",
  },
  "doubtful-label": {
    severity: "error",
    why: "A launch refuses a run label that depends on what its Containerfile does not say, through a variable made of others.",
    fix: "Write the value itself.",
  },
} as const satisfies RuleTable;

/** Variables of labels that the build fills in. */
export const VARIABLE_RULES: RuleTable = OWN;

const found = finder(OWN);

/** What is wrong with the variables of every label that the image has. */
export function checkVariables(reading: Reading): CheckFinding[] {
  return reading.labels.flatMap((label) => [
    ...label.evaluated.sources.flatMap((source) => checkSource(reading, label, source)),
    ...doubts(label),
  ]);
}

/** What else makes a launch refuse the run label: doubts that came into it with the values of its variables. */
function doubts({ evaluated, written }: OwnLabel): CheckFinding[] {
  if (!isRunKey(evaluated.key)) return [];
  const said = evaluated.sources.flatMap(({ variable }) => {
    if (variable === undefined) return [];
    return [`no ARG or ENV in scope defines ${variable.name},`, `${variable.name} is required`];
  });
  return evaluated.doubts
    .filter(({ message }) => !said.some((beginning) => message.startsWith(beginning)))
    .map(({ message, fix }) => {
      const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
      return found("doubtful-label", { range: written.key.range, message: sentence, fix });
    });
}

function checkSource(reading: Reading, label: OwnLabel, source: ValueSource): CheckFinding[] {
  const { variable } = source;
  if (variable === undefined) return [];
  const { name, modifier, isDefined } = variable;
  const range = reading.part(label.written.value, source.start, source.end);
  const isRun = isRunKey(label.evaluated.key);
  if (modifier === "?") {
    const message = `\${${name}:?...} is no error in this builder: where ${name} is empty the label holds the text instead.`;
    return [found("required-variable", { range, message })];
  }
  if (isRun && LAUNCH_VARIABLES.has(name)) {
    if (!isDefined && modifier !== "") return [];
    const becomes = isDefined ? "the image's own value" : "nothing";
    const message = `$${name} is filled in when the image is built, and becomes ${becomes} there.`;
    const edits = isMeantForLaunch(source) ? [escapeAt(range.startOffset)] : [];
    // A place of the host is never one of the image; a name may be meant to be the build's.
    const severity = isDefined && name !== "HOME" && name !== "PWD" ? "warning" : "error";
    return [found("build-variable", { range, message, edits, severity, fix: `Write \\$${name}.` })];
  }
  return isDefined || modifier !== "" ? [] : [undefinedVariable(reading, { name, isRun, range })];
}

function escapeAt(startOffset: number): Edit {
  return { startOffset, endOffset: startOffset, text: "\\" };
}

interface Undefined {
  readonly name: string;
  readonly isRun: boolean;
  readonly range: CheckFinding["range"];
}

function undefinedVariable({ containerfile, subject }: Reading, use: Undefined): CheckFinding {
  const { name, isRun, range } = use;
  const isGlobal = containerfile.globals.some(({ declarations }) =>
    declarations.some((declaration) => declaration.name === name),
  );
  const unless = subject.base.isKnown ? "" : ", unless the base image sets it";
  return found("undefined-variable", {
    range,
    severity: isRun ? "error" : "warning",
    message: isGlobal
      ? `${name} is empty here: an ARG before the first FROM counts in a stage only where it is repeated.`
      : `No ARG or ENV in scope defines ${name}, so it is empty in the image${unless}.`,
    ...(isGlobal ? { fix: `Add ARG ${name} after the FROM.` } : {}),
  });
}

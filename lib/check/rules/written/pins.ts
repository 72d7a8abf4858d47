import type { ArgumentDeclaration } from "../../../containerfile/containerfile.ts";
import { rangeFinder } from "../../../containerfile/text-range.ts";
import { findPinProblems } from "../../../upgrade/pins/find-pins.ts";
import { finder, type CheckFinding, type RuleTable } from "../../finding.ts";
import type { Reading } from "../../reading.ts";

const OWN = {
  pin: {
    severity: "error",
    why: "A pin that cannot be read is not upgraded, and may not be checked in the build.",
    fix: "Write ARG NAME_VER=1.2.3 and ARG NAME_HASH= with 128 hex digits under # renovate: datasource=npm depName=PACKAGE.",
  },
  "half-pin": {
    severity: "warning",
    why: "A hash without its version, or a version without its hash, is a half that an upgrade would leave behind.",
    fix: "Write both, NAME_VER and NAME_HASH.",
  },
} as const satisfies RuleTable;

/** Pins that do not pin. */
export const PIN_RULES: RuleTable = OWN;

const found = finder(OWN);

/** Findings about pins that are no pins, or halves of them. */
export function checkPinning(reading: Reading): CheckFinding[] {
  return [...checkPins(reading), ...checkHalves(reading)];
}

function checkPins({ containerfile }: Reading): CheckFinding[] {
  const { text } = containerfile;
  const rangeOf = rangeFinder(text);
  const lines = text.split("\n");
  return findPinProblems(containerfile).map(({ line, what }) => {
    const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
    const end = start + (lines[line - 1] ?? "").trimEnd().length;
    const message = `${what.charAt(0).toUpperCase()}${what.slice(1)}.`;
    return found("pin", { range: rangeOf(start, end), message });
  });
}

const HALF = /^(?<prefix>.+)_(?<part>VER|VERSION|HASH|SHA512|SHA256)$/u;

function checkHalves({ containerfile }: Reading): CheckFinding[] {
  const given = containerfile.arguments.filter(({ default: value }) => value?.inner.text);
  return given.flatMap((declaration) => {
    const { prefix, part } = HALF.exec(declaration.name)?.groups ?? {};
    if (prefix === undefined || part === undefined || !isHalf(declaration, part)) return [];
    const other = part.startsWith("VER") ? /^(?:HASH|SHA512|SHA256)$/u : /^VER(?:SION)?$/u;
    const isWhole = given.some(({ name }) => {
      const groups = HALF.exec(name)?.groups;
      return groups?.["prefix"] === prefix && other.test(groups["part"] ?? "");
    });
    if (isWhole) return [];
    const missing = part.startsWith("VER") ? "hash" : "version";
    const message = `${declaration.name} has no ${missing} beside it.`;
    return [found("half-pin", { range: declaration.word.range, message })];
  });
}

// A version of something that npm does not install has no hash in the first place.
function isHalf({ default: value }: ArgumentDeclaration, part: string): boolean {
  if (part.startsWith("VER")) return part === "VER";
  return /^[\da-f]{64}(?:[\da-f]{64})?$/iu.test(value?.inner.text ?? "");
}

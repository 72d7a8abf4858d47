import type { ArgumentDeclaration } from "../../../containerfile/containerfile.ts";
import { rangeFinder } from "../../../containerfile/text-range.ts";
import { findPinProblems } from "../../../upgrade/pins/find-pins.ts";
import { finder, type CheckFinding, type RuleTable } from "../../finding.ts";
import { imageInstructions, type Reading } from "../../reading.ts";

const OWN = {
  "unpinned-agent": {
    severity: "warning",
    why: "npm install by name takes what the registry gives at that moment; a version alone does not fix its bytes, nor what it pulls in.",
    fix: "Pin it with a _VER and _HASH pair and install it with install-agent.sh of the base.",
  },
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

/** Agents whose bytes are not what was reviewed. */
export const AGENT_RULES: RuleTable = OWN;

const found = finder(OWN);

/** Findings about pins, and about installs that no pin covers. */
export function checkAgents(reading: Reading): CheckFinding[] {
  return [...checkPins(reading), ...checkHalves(reading), ...checkInstalls(reading)];
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

const INSTALL =
  /\b(?:npm\s+(?:install|i|add)|pnpm\s+(?:add|install)|yarn\s+global\s+add|bun\s+(?:add|install))\b(?<words>[^;&|\n]*)/gu;

function checkInstalls(reading: Reading): CheckFinding[] {
  return imageInstructions(reading).flatMap((instruction) => {
    if (instruction.kind !== "other" || instruction.keyword !== "RUN") return [];
    const { rest } = instruction;
    return [...rest.text.matchAll(INSTALL)]
      .flatMap((match) => {
        const words = match.groups?.["words"] ?? "";
        const isGlobal = /yarn/u.test(match[0]) || /(?:^|\s)(?:-g|--global)(?=\s|$)/u.test(words);
        const start = match.index + match[0].length - words.length;
        return isGlobal ? packagesIn(words).map(([name, at]) => ({ name, at: start + at })) : [];
      })
      .map(({ name, at }) => {
        const range = reading.part(rest, at, at + name.length);
        const isExact = /.@(?:\d+\.\d+\.\d+|["']?\$)/u.test(name);
        const message = isExact
          ? `${name} is installed by name: its bytes are not checked.`
          : `${name} is installed by name, in whatever version the registry gives.`;
        return found("unpinned-agent", { range, message });
      });
  });
}

/** The words that name a package of the registry: no flag, no file, no address. */
function packagesIn(words: string): [string, number][] {
  return [
    ...words.matchAll(/(?<=\s)["']?(?:@[\w.-]+\/)?[a-z\d][\w.-]*(?:@[^\s"']*)?["']?(?=\s|$)/giu),
  ]
    .map((match): [string, number] => [match[0], match.index])
    .filter(([name, at]) => !/\.(?:tgz|tar\.gz)["']?$/u.test(name) && !isValue(words, at));
}

function isValue(words: string, at: number): boolean {
  return /--(?:loglevel|tag|omit|include|prefix|cache|location)\s+$/u.test(words.slice(0, at));
}

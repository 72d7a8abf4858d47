import type { Instruction } from "../../../containerfile/containerfile.ts";
import { rangeFinder, type TextRange } from "../../../containerfile/text-range.ts";
import { finder, type CheckFinding, type RuleTable } from "../../finding.ts";
import { imageInstructions, type Reading } from "../../reading.ts";

const OWN = {
  "unpinned-agent": {
    severity: "warning",
    why: "npm install by name takes what the registry gives at that moment; a version alone does not fix its bytes, nor what it pulls in.",
    fix: "Pin it with a _VER and _HASH pair and install it with install-agent.sh of the base.",
  },
  "piped-install": {
    severity: "warning",
    why: "A script that is run as it comes from the network does tomorrow what nobody has read.",
    fix: "Fetch it to a file, check its sha256, and run that.",
  },
} as const satisfies RuleTable;

/** Programs that come into the image unchecked. */
export const INSTALL_RULES: RuleTable = OWN;

const found = finder(OWN);

const INSTALL =
  /\b(?:npm\s+(?:install|i|add)|pnpm\s+(?:add|install)|yarn\s+global\s+add|bun\s+(?:add|install))\b(?<words>[^;&|\n]*)/gu;
const PIPED = /\b(?:curl|wget)\b[^|;&\n]*\|\s*(?:sudo\s+)?(?:\S*\/)?(?:ba|da|z)?sh\b/gu;

/** Findings about what RUN installs by name, or straight from the network. */
export function checkInstalls(reading: Reading): CheckFinding[] {
  const scripts = imageInstructions(reading).flatMap(
    (instruction) => scriptOf(reading, instruction) ?? [],
  );
  return [...scripts.flatMap(byName), ...scripts.flatMap(piped)];
}

/** What a RUN gives to its shell, of which each part knows its place. */
interface Script {
  readonly text: string;
  readonly rangeOf: (start: number, end: number) => TextRange;
}

function scriptOf({ part, subject }: Reading, instruction: Instruction): Script | undefined {
  if (instruction.kind !== "other" || instruction.keyword !== "RUN") return undefined;
  const { rest, range } = instruction;
  if (!rest.text.includes("<<")) {
    return { text: rest.text, rangeOf: (start, end) => part(rest, start, end) };
  }
  // The body of a heredoc is in the range of its instruction, not in its words.
  const offset = range.startOffset;
  const rangeOf = rangeFinder(subject.text);
  return {
    text: subject.text.slice(offset, range.endOffset),
    rangeOf: (start, end) => rangeOf(offset + start, offset + end),
  };
}

function piped({ text, rangeOf }: Script): CheckFinding[] {
  return [...text.matchAll(PIPED)].map((match) => {
    const range = rangeOf(match.index, match.index + match[0].length);
    return found("piped-install", { range, message: "A script is run as it comes." });
  });
}

function byName({ text, rangeOf }: Script): CheckFinding[] {
  const packages = [...text.matchAll(INSTALL)].flatMap((match) => {
    const words = match.groups?.["words"] ?? "";
    const isGlobal = match[0].startsWith("yarn") || /(?:^|\s)(?:-g|--global)(?=\s|$)/u.test(words);
    const start = match.index + match[0].length - words.length;
    return isGlobal ? packagesIn(words).map(([name, at]) => ({ name, at: start + at })) : [];
  });
  return packages.map(({ name, at }) => {
    const isExact = /.@(?:\d+\.\d+\.\d+|["']?\$)/u.test(name);
    const message = isExact
      ? `${name} is installed by name: its bytes are not checked.`
      : `${name} is installed by name, in whatever version the registry gives.`;
    return found("unpinned-agent", { range: rangeOf(at, at + name.length), message });
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

import type { Containerfile } from "../containerfile/containerfile.ts";
import { rangeFinder, type TextRange } from "../containerfile/text-range.ts";
import { finder, type CheckFinding, type RuleTable } from "./finding.ts";

const OWN = {
  "allow-comment": {
    severity: "error",
    why: "An exception that says no reason, or names no rule, cannot be reviewed: it switches nothing off.",
    fix: "Write # paddock: allow RULE -- reason, on a line above the instruction.",
  },
  "unused-allow": {
    severity: "warning",
    why: "An exception for what is not there hides the day when it is.",
    fix: "Remove the comment.",
  },
} as const satisfies RuleTable;

/** Comments that switch a rule off at one instruction. */
export const ALLOW_COMMENT_RULES: RuleTable = OWN;

const found = finder(OWN);

/** `# paddock: allow RULE[, RULE...] -- reason`, above an instruction. */
interface AllowComment {
  readonly rules: readonly string[];
  readonly reason: string;
  readonly range: TextRange;
  readonly instruction: TextRange;
}

const COMMENT = /^#\s*paddock:\s*allow\b(?<rules>.*?)(?:\s--(?<reason>.*))?$/u;

/** The findings with those that a comment allows marked so, and what is wrong with the comments. */
export function applyComments(
  containerfile: Containerfile,
  findings: readonly CheckFinding[],
  isRule: (name: string) => boolean,
): CheckFinding[] {
  const comments = allowComments(containerfile);
  const used = new Set<string>();
  const judged = findings.map((finding) => {
    const comment = comments.find(
      ({ rules, reason, instruction }) =>
        reason !== "" && rules.includes(finding.rule) && lies(finding.range, instruction),
    );
    if (comment === undefined) return finding;
    used.add(`${String(comment.range.startOffset)} ${finding.rule}`);
    return { ...finding, allowed: comment.reason };
  });
  const isUsed = ({ range }: AllowComment, rule: string): boolean =>
    used.has(`${String(range.startOffset)} ${rule}`);
  return [...judged, ...comments.flatMap((comment) => checkComment(comment, isRule, isUsed))];
}

function lies(range: TextRange, instruction: TextRange): boolean {
  return range.startOffset >= instruction.startOffset && range.startOffset <= instruction.endOffset;
}

function checkComment(
  comment: AllowComment,
  isRule: (name: string) => boolean,
  isUsed: (comment: AllowComment, rule: string) => boolean,
): CheckFinding[] {
  const { rules, reason, range } = comment;
  if (rules.length === 0) return [found("allow-comment", { range, message: "It names no rule." })];
  return rules.flatMap((rule) => {
    if (!isRule(rule)) {
      return [found("allow-comment", { range, message: `There is no rule ${rule}.` })];
    }
    if (reason === "") {
      return [found("allow-comment", { range, message: `It says no reason to allow ${rule}.` })];
    }
    if (isUsed(comment, rule)) return [];
    return [found("unused-allow", { range, message: `Nothing here breaks the rule ${rule}.` })];
  });
}

/** The comments in the lines right above each instruction, without an empty line in between. */
function allowComments({ text, globals, stages }: Containerfile): AllowComment[] {
  const rangeOf = rangeFinder(text);
  const instructions = [
    ...globals,
    ...stages.flatMap((stage) => [stage.from, ...stage.instructions]),
  ];
  return instructions.flatMap(({ range: instruction }) => {
    const above: AllowComment[] = [];
    let end = text.lastIndexOf("\n", instruction.startOffset - 1);
    while (end > 0) {
      const start = text.lastIndexOf("\n", end - 1) + 1;
      const written = text.slice(start, end).replace(/^\uFEFF/u, "");
      const line = written.trim();
      if (!line.startsWith("#")) break;
      const groups = COMMENT.exec(line)?.groups;
      if (groups !== undefined) {
        const from = start + written.indexOf("#");
        above.unshift({
          rules: (groups["rules"] ?? "").split(/[\s,]+/u).filter((name) => name !== ""),
          reason: (groups["reason"] ?? "").trim(),
          range: rangeOf(from, from + line.length),
          instruction,
        });
      }
      end = start - 1;
    }
    return above;
  });
}

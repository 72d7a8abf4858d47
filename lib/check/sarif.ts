import type { CheckedFile } from "./files/check-files.ts";
import type { CheckFinding, Edit } from "./finding.ts";
import { rangeFinder, type TextRange } from "../containerfile/text-range.ts";
import { rulePage, RULES } from "./rule-table.ts";

/** A SARIF 2.1.0 log of what was found; `uriOf` names a file, `version` is Paddock's own. */
export function sarifLog(
  files: readonly CheckedFile[],
  { uriOf, version }: { readonly uriOf: (path: string) => string; readonly version: string },
): object {
  const ids = Object.keys(RULES);
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "paddock", semanticVersion: version, rules: ids.map(toRule) } },
        columnKind: "utf16CodeUnits",
        results: files.flatMap((file) =>
          file.findings.map((finding) => toResult(finding, file, uriOf(file.path), ids)),
        ),
      },
    ],
  };
}

function toRule(id: string): object {
  const { severity = "error", why = "", fix = "" } = RULES[id] ?? {};
  return {
    id,
    shortDescription: { text: why },
    help: { text: `${fix} See ${rulePage(id)}.` },
    defaultConfiguration: { level: severity },
  };
}

function toResult(
  finding: CheckFinding,
  { text }: CheckedFile,
  uri: string,
  ids: readonly string[],
): object {
  const { rule, severity, message, fix, range, edits = [], allowed } = finding;
  const artifactLocation = { uri };
  return {
    ruleId: rule,
    ruleIndex: ids.indexOf(rule),
    level: severity,
    message: { text: `${message} ${fix}` },
    locations: [{ physicalLocation: { artifactLocation, region: toRegion(range) } }],
    ...(allowed !== undefined && {
      suppressions: [{ kind: "inSource", justification: allowed }],
    }),
    ...(edits.length > 0 && {
      fixes: [
        {
          description: { text: fix },
          artifactChanges: [
            { artifactLocation, replacements: edits.map((edit) => toReplacement(text, edit)) },
          ],
        },
      ],
    }),
  };
}

function toReplacement(text: string, edit: Edit): object {
  const range = rangeFinder(text)(edit.startOffset, edit.endOffset);
  return { deletedRegion: toRegion(range), insertedContent: { text: edit.text } };
}

function toRegion({ start, end }: TextRange): object {
  return {
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column,
  };
}

import type {
  ArgumentDeclaration,
  Containerfile,
  Instruction,
} from "../../containerfile/containerfile.ts";

/** A comment that names an npm package to follow, and what it stands above. */
export interface PinComment {
  /** As written after `packageName=`, else after `depName=`; undefined where both are missing. */
  readonly package: string | undefined;
  /** Counted from 1. */
  readonly line: number;
  /** The declarations of the ARGs that follow, until another instruction or another such comment. */
  readonly declarations: readonly ArgumentDeclaration[];
}

/**
 * Every `# renovate: datasource=npm ...` of a file, in order. Only what the builder takes for a comment counts: the same words in a
 * heredoc or between the lines of a continued instruction do not. Other comments and blank lines may stand in between.
 */
export function findPinComments(containerfile: Containerfile): readonly PinComment[] {
  const { text } = containerfile;
  const found: {
    package: string | undefined;
    line: number;
    declarations: ArgumentDeclaration[];
  }[] = [];
  let current: ArgumentDeclaration[] | undefined;
  let gapStart = 0;
  let counted = 0;
  let line = 1;
  const readGap = (end: number): void => {
    line += text.slice(counted, gapStart).split("\n").length - 1;
    counted = gapStart;
    for (const [index, written] of text.slice(gapStart, end).split("\n").entries()) {
      const fields = renovateFields(written);
      if (fields !== undefined) {
        current = undefined;
        if (fields.get("datasource") === "npm") {
          current = [];
          // Renovate looks up `packageName`, once `lookupName`, and only shows `depName` where they differ.
          const named =
            fields.get("packageName") ?? fields.get("lookupName") ?? fields.get("depName");
          found.push({ package: named, line: line + index, declarations: current });
        }
      }
    }
  };
  for (const instruction of inOrder(containerfile)) {
    readGap(instruction.range.startOffset);
    if (instruction.kind === "argument") current?.push(...instruction.declarations);
    else current = undefined;
    gapStart = instruction.range.endOffset;
  }
  readGap(text.length);
  return found;
}

function inOrder({ globals, stages }: Containerfile): Instruction[] {
  const all: Instruction[] = [...globals];
  for (const { from, instructions } of stages) all.push(from, ...instructions);
  return all.sort((one, other) => one.range.startOffset - other.range.startOffset);
}

/** The `key=value` words of a renovate comment; undefined for every other line. */
function renovateFields(line: string): ReadonlyMap<string, string> | undefined {
  const match = /^\uFEFF?\s*#+\s*renovate:(?<rest>.*)$/su.exec(line);
  if (match === null) return undefined;
  const words = (match.groups?.["rest"] ?? "").trim().split(/\s+/u);
  return new Map(
    words.flatMap((word) => {
      const equals = word.indexOf("=");
      return equals > 0 ? [[word.slice(0, equals), word.slice(equals + 1)] as const] : [];
    }),
  );
}

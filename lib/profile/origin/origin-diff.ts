import { createTwoFilesPatch } from "diff";
import type { ChangedFile } from "./origin-changes.ts";

const ABSENT = "/dev/null";

/** The changes as one unified diff, as `patch -p1` in the folder of the copy reads it; a text that is lost is a line that says so. */
export function originDiff(changes: readonly ChangedFile[]): string {
  return changes.map(diffOf).join("");
}

function diffOf(change: ChangedFile): string {
  if (change.kind === "lost") return `# ${change.path} changed; its text of then is not kept.\n`;
  const { path, before, after } = change;
  const patch = createTwoFilesPatch(
    before === undefined ? ABSENT : `a/${path}`,
    after === undefined ? ABSENT : `b/${path}`,
    before ?? "",
    after ?? "",
  );
  // The library's first line belongs to another format of patches.
  return patch.replace(/^=+\n/, "");
}

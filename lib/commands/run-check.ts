import { checkFiles, type CheckedFile } from "../check/files/check-files.ts";
import { sarifLog } from "../check/sarif.ts";
import { PaddockError } from "../errors.ts";
import type { Host } from "../host/host.ts";
import type { CheckFlags } from "./check.ts";
import { checkCounts, checkJson, checkText } from "./show/show-check.ts";

/** Checks what was asked for and prints it; the status is 1 where there is an error that nothing allows. */
export async function runCheck(host: Host, given: CheckFlags): Promise<number> {
  if (given.file !== undefined && given.profiles.length > 0) {
    throw new PaddockError("usage", "--file is one file, and profiles are named besides.", {
      fix: "Give one of the two.",
    });
  }
  const files = await checkFiles(host, given);
  host.terminal.answer(answer(host, given.format, files));
  return checkCounts(files).errors > 0 ? 1 : 0;
}

function answer(
  { settings, terminal }: Host,
  format: CheckFlags["format"],
  files: readonly CheckedFile[],
): string {
  const { workingDirectory: here = "", version } = settings;
  const nameOf = (path: string): string =>
    path.startsWith(`${here}/`) ? path.slice(here.length + 1) : path;
  const uriOf = (path: string): string => {
    const name = nameOf(path).split("/").map(encodeURIComponent).join("/");
    return name.startsWith("/") ? `file://${name}` : name;
  };
  switch (format) {
    case "text":
      return checkText(files, { nameOf, columns: terminal.columns });
    case "json":
      return checkJson(files);
    case "sarif":
      return `${JSON.stringify(sarifLog(files, { uriOf, version }), undefined, 2)}\n`;
  }
}

import type { Argv } from "yargs";
import { PaddockError } from "../errors.ts";
import type { Host } from "../host/host.ts";
import type { Command } from "./command.ts";

const FORMATS = ["text", "json", "sarif"] as const;

interface CheckFlags {
  readonly profiles: readonly string[];
  readonly file: string | undefined;
  readonly format: (typeof FORMATS)[number];
  readonly fix: boolean;
}

function flags(yargs: Argv): Argv<CheckFlags> {
  return yargs
    .positional("profiles", {
      type: "string",
      array: true,
      default: [],
      describe: "Profiles to check; all of them without a name",
    })
    .option("file", {
      type: "string",
      requiresArg: true,
      describe: "Check this Containerfile instead",
    })
    .option("format", {
      choices: FORMATS,
      default: "text" as const,
      describe: "Form of the answer",
    })
    .option("fix", {
      type: "boolean",
      default: false,
      describe: "Mend what has exactly one right answer",
    });
}

async function run(host: Host, given: CheckFlags): Promise<number> {
  if (given.file !== undefined && given.profiles.length > 0) {
    throw new PaddockError("usage", "--file is one file, and profiles are named besides.", {
      fix: "Give one of the two.",
    });
  }
  const [{ checkFiles }, show] = await Promise.all([
    import("../check/check-files.ts"),
    import("./show-check.ts"),
  ]);
  const files = await checkFiles(host, given);
  host.terminal.answer(await answer(host, given.format, { files, show }));
  return (show.checkCounts(files)["errors"] ?? 0) > 0 ? 1 : 0;
}

interface Shown {
  readonly files: Awaited<ReturnType<typeof import("../check/check-files.ts").checkFiles>>;
  readonly show: typeof import("./show-check.ts");
}

async function answer(
  { settings, terminal }: Host,
  format: CheckFlags["format"],
  { files, show }: Shown,
): Promise<string> {
  const { workingDirectory: here = "", version } = settings;
  const nameOf = (path: string): string =>
    path.startsWith(`${here}/`) ? path.slice(here.length + 1) : path;
  switch (format) {
    case "text":
      return show.checkText(files, { nameOf, columns: terminal.columns });
    case "json":
      return show.checkJson(files);
    case "sarif": {
      const { sarifLog } = await import("../check/sarif.ts");
      const uriOf = (path: string): string => {
        const name = nameOf(path).split("/").map(encodeURIComponent).join("/");
        return name.startsWith("/") ? `file://${name}` : name;
      };
      return `${JSON.stringify(sarifLog(files, { uriOf, version }), undefined, 2)}\n`;
    }
  }
}

/** `paddock check`: what is wrong with Containerfiles, with line and column. */
export const checkCommand: Command<CheckFlags> = {
  usage: "check [profiles..]",
  describe: "Find what is wrong with profiles, with line and column",
  flags,
  run,
};

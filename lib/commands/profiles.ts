import type { Argv } from "yargs";
import { PaddockError } from "../errors.ts";
import type { Host } from "../host/host.ts";
import type { ProfileRow } from "../launch/profile-rows.ts";
import { printable } from "../printable.ts";
import { wrap } from "../wrap.ts";
import type { Command } from "./line/command.ts";
import { alignRows } from "./show-upgrade/align-rows.ts";

interface ProfilesFlags {
  readonly json: boolean;
  readonly diff: string | undefined;
  readonly taken: boolean;
}

function flags(yargs: Argv): Argv<ProfilesFlags> {
  return yargs
    .option("json", { type: "boolean", default: false, describe: "Print as JSON" })
    .option("diff", {
      type: "string",
      requiresArg: true,
      describe: "Show what changed in the shipped profile since this one was copied from it",
    })
    .option("taken", {
      type: "boolean",
      default: false,
      describe: "With --diff: it is taken over, or not wanted; say no more of it",
    });
}

async function run(host: Host, given: ProfilesFlags): Promise<number> {
  if (given.diff !== undefined) {
    const { showProfileDiff, takeOver } = await import("./profile-diff.ts");
    return given.taken ? takeOver(host, given.diff) : showProfileDiff(host, given.diff, given.json);
  }
  if (given.taken) {
    throw new PaddockError("usage", "--taken says nothing by itself.", {
      fix: "Name the profile: paddock profiles --diff NAME --taken",
    });
  }
  const { profileRows } = await import("../launch/profile-rows.ts");
  const rows = await profileRows(host);
  host.terminal.answer(
    given.json ? `${JSON.stringify(rows, undefined, 2)}\n` : table(rows, host.terminal.columns),
  );
  return 0;
}

/** A row for each profile; what is as long as it likes stands below it, so that the table fits a terminal. */
function table(rows: readonly ProfileRow[], columns: number): string {
  const cells = rows.map(({ name, tag, label }) => [name, tag, label]);
  const [header = "", ...lines] = alignRows([["PROFILE", "IMAGE", "RUN LABEL"], ...cells], columns);
  const width = Math.max(header.length, ...lines.map((line) => line.length));
  const withState = (line: string, state: string): string =>
    wrap(`${line.padEnd(width)}  ${printable(state)}`, columns, "  ");
  return [
    withState(header, "STATE"),
    ...rows.flatMap((row, at) => [
      withState(lines[at] ?? "", `${row.state}${originNote(row)}`),
      ...notes(row).map((note) => wrap(`  ${printable(note)}`, columns, "  ")),
    ]),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

function notes({ agents, containerfile }: ProfileRow): readonly string[] {
  const pinned = Object.entries(agents ?? {}).map(([agent, version]) => `${agent} ${version}`);
  return [...(pinned.length === 0 ? [] : [`with ${pinned.join(", ")}`]), containerfile];
}

function originNote({ copiedFrom }: ProfileRow): string {
  if (copiedFrom === undefined || copiedFrom.state === "same") return "";
  return `; the shipped ${copiedFrom.profile} ${copiedFrom.state === "gone" ? "is gone" : "changed since"}`;
}

/** `paddock profiles`: what there is to run. */
export const profilesCommand: Command<ProfilesFlags> = {
  usage: "profiles",
  describe: "List the profiles, their images and where they come from",
  flags,
  run,
};

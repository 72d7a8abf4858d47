import type { Argv } from "yargs";
import { PaddockError } from "../errors.ts";
import type { Host } from "../host/host.ts";
import type { ProfileRow } from "../launch/profile-rows.ts";
import { printable } from "../printable.ts";
import type { Command } from "./command.ts";

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
  host.terminal.answer(given.json ? `${JSON.stringify(rows, undefined, 2)}\n` : table(rows));
  return 0;
}

function table(rows: readonly ProfileRow[]): string {
  const lines = rows.map((row) => [
    row.name,
    row.tag,
    `${row.state}${originNote(row)}`,
    row.label,
    row.containerfile,
  ]);
  const all = [["PROFILE", "IMAGE", "STATE", "RUN LABEL", "CONTAINERFILE"], ...lines];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...all.map((cells) => (cells[column] ?? "").length)),
  );
  return all
    .map((cells) => cells.map((cell, column) => printable(cell).padEnd(widths[column] ?? 0)))
    .map((cells) => `${cells.join("  ").trimEnd()}\n`)
    .join("");
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

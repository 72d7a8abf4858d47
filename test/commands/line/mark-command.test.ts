import t from "tap";
import { markCommand } from "../../../lib/commands/line/mark-command.ts";

const rows: readonly [name: string, argv: readonly string[], marked: readonly string[]][] = [
  ["no command", ["run"], ["run"]],
  ["a profile alone", ["run", "p"], ["run", "p"]],
  ["a command", ["run", "p", "ls", "-l"], ["run", "p", "--", "ls", "-l"]],
  ["flags of ours in the command", ["run", "p", "ls", "-w"], ["run", "p", "--", "ls", "-w"]],
  [
    "flags before the profile",
    ["run", "--dry-run", "p", "ls"],
    ["run", "--dry-run", "p", "--", "ls"],
  ],
  ["a value is no profile", ["run", "-w", "x", "p", "ls"], ["run", "-w", "x", "p", "--", "ls"]],
  [
    "each flag with a value",
    ["run", "--folder", "x", "--label", "y", "--runtime", "z", "p", "ls"],
    ["run", "--folder", "x", "--label", "y", "--runtime", "z", "p", "--", "ls"],
  ],
  ["a value after =", ["run", "--label=x", "p", "ls"], ["run", "--label=x", "p", "--", "ls"]],
  [
    "a flag between the profile and the command",
    ["run", "p", "-w", "x", "ls"],
    ["run", "p", "-w", "x", "--", "ls"],
  ],
  ["one that is marked already", ["run", "p", "--", "a", "b"], ["run", "p", "--", "a", "b"]],
  ["a -- before the profile's place", ["run", "--", "a", "b"], ["run", "--", "a", "b"]],
  ["a later -- is the command's", ["run", "p", "a", "--", "b"], ["run", "p", "--", "a", "--", "b"]],
  ["an empty word is a command", ["run", "p", "", "b"], ["run", "p", "--", "", "b"]],
  ["a dash alone is a word", ["run", "p", "-"], ["run", "p", "--", "-"]],
];
for (const [name, argv, marked] of rows) t.same(markCommand(argv), marked, name);

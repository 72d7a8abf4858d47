import t from "tap";
import { printable } from "../lib/printable.ts";

const rows: readonly [name: string, text: string, shown: string][] = [
  ["plain text, tabs and newlines", "a\tb\nc é 漢 '\"", "a\tb\nc é 漢 '\""],
  ["an escape sequence", "\u001B[31mred\u001B[0m", "\\x1b[31mred\\x1b[0m"],
  ["a carriage return that would write over a line", "safe\rDANGER", "safe\\x0dDANGER"],
  ["NUL, bell, backspace, DEL", "\u0000\u0007\u0008\u007F", "\\x00\\x07\\x08\\x7f"],
  ["C1 controls: CSI in one character", "\u009B31m", "\\x9b31m"],
  ["marks that turn text around", "a\u202Eb\u2066c", "a\\x202eb\\x2066c"],
  ["nothing", "", ""],
];
for (const [name, text, shown] of rows) t.equal(printable(text), shown, name);

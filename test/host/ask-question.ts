import { readSync } from "node:fs";
import { systemTerminal } from "../../lib/host/terminal.ts";

// Asks where somebody can be asked, then shows the next line that was typed.
const { ask, answer } = systemTerminal(process.env);
const reply = ask === undefined ? "nobody" : (ask("Well? ") ?? "closed");
const bytes = new Uint8Array(100);
const next =
  ask === undefined ? "" : new TextDecoder().decode(bytes.subarray(0, readSync(0, bytes)));
answer(`[${reply}][${next.trim()}]\n`);

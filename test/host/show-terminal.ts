import { systemTerminal } from "../../lib/host/terminal.ts";

// Says what it sees of its terminal, as JSON on stdout, then what it was told to write.
const { interactive, live, colour, columns, answer, say } = systemTerminal(process.env);
answer(`${JSON.stringify({ interactive, live, colour, columns })}\n`);
say("for people\n");
for (let line = 0; line < Number(process.env["LINES_TO_WRITE"] ?? 0); line += 1) {
  answer(`${line} ${"x".repeat(100)}\n`);
}

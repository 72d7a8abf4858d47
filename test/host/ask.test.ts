import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import tap from "tap";

const PROGRAM = fileURLToPath(new URL("ask-question.ts", import.meta.url));
const QUOTED = [process.execPath, ...process.execArgv, PROGRAM]
  .map((word) => `'${word}'`)
  .join(" ");

/** Runs the program under script(1), which gives it a terminal and types what is to be typed. */
function typed(input: string, redirection = ""): string {
  const shown = spawnSync("script", ["-qec", `${QUOTED} ${redirection}`, "/dev/null"], {
    encoding: "utf8",
    env: { ...process.env, TERM: "xterm" },
    input,
  });
  return shown.stdout;
}

const rows: readonly [name: string, input: string, redirection: string, shown: string][] = [
  ["the line is the answer, and what was typed ahead is left", "y\nahead\n", "", "[y][ahead]"],
  ["an empty line", "\nahead\n", "", "[][ahead]"],
  ["blanks around it do not count", "  yes \nahead\n", "", "[yes][ahead]"],
  ["more bytes than letters", "jä\nahead\n", "", "[jä][ahead]"],
  ["the terminal is closed", "\u0004ahead\n", "", "[closed][ahead]"],
  ["nobody can answer", "y\n", "</dev/null", "[nobody][]"],
  ["nobody can see the question", "y\n", "2>/dev/null", "[nobody][]"],
  ["nobody can see the output", "y\n", "| cat", "[nobody][]"],
];
for (const [name, input, redirection, shown] of rows) {
  tap.test(name, (t) => {
    const screen = typed(input, redirection);
    t.match(screen, shown);
    t.equal(screen.includes("Well? "), !shown.startsWith("[nobody]"));
    t.end();
  });
}

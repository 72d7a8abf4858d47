// What a terminal acts on or hides: controls, line separators, direction marks, invisible blanks, half characters.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
const PLAIN = /^[\w@%+:,./-][\w@%+=:,./-]*$/;

/** An argv as one line that a POSIX shell reads back as the same words; control characters are shown, not sent. */
export function quoteForShell(argv: readonly string[]): string {
  return argv.map((word, index) => quoteWord(word, index === 0)).join(" ");
}

function quoteWord(word: string, isProgram: boolean): string {
  // A program with `=` in its name would be an assignment.
  if (PLAIN.test(word) && !(isProgram && word.includes("="))) return word;
  if (!UNPRINTABLE.test(word)) return `'${word.replaceAll("'", "'\\''")}'`;
  return `$'${Array.from(word, escapeCharacter).join("")}'`;
}

function escapeCharacter(char: string): string {
  if (char === "\n") return "\\n";
  if (char === "\t") return "\\t";
  if (char === "'" || char === "\\") return `\\${char}`;
  if (!UNPRINTABLE.test(char)) return char;
  const bytes = new TextEncoder().encode(char);
  return Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}

/** A word of ExecStart as systemd.service(5) reads it back: quoted, with `%` and, behind the program, `$` doubled. */
export function quoteForUnit(word: string, place: "program" | "argument"): string {
  // No variable is looked for in the program's path, so there a second `$` would stay.
  const text = place === "program" ? word : word.replaceAll("$", "$$$$");
  return quoted(text);
}

/** An assignment of Environment= as systemd.exec(5) reads it back; `$` has no meaning there. */
export function quoteAssignment(name: string, value: string): string {
  return quoted(`${name}=${value}`);
}

function quoted(text: string): string {
  const escaped = text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("%", "%%");
  return /^[\w@%+=:,./$-]+$/.test(escaped) ? escaped : `"${escaped}"`;
}

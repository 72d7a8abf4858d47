/** Text of a child process or a file, safe to print: control characters but tab and newline become `\xNN`. */
export function printable(text: string): string {
  return text.replaceAll(
    // C0 without tab and newline, DEL, C1, and the marks that turn text around.
    /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/gu,
    (character) => `\\x${(character.codePointAt(0) ?? 0).toString(16).padStart(2, "0")}`,
  );
}

/** Breaks a line at blanks so that it fits a terminal; what follows is indented. A word that is too long stays whole. */
export function wrap(text: string, columns: number, indent: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/(?<=\S)(?= )/)) {
    if (line !== "" && line.length + word.length > columns) {
      lines.push(line);
      line = indent + word.trimStart();
    } else {
      line += word;
    }
  }
  return [...lines, line].join("\n");
}

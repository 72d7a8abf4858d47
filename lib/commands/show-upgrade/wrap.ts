/** A text in lines of at most `columns`, each indented; a word that is longer stands alone. */
export function wrapText(text: string, columns: number, indent: string): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(/\s+/u)) {
    const isFirst = line === indent;
    if (!isFirst && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = indent + word;
    } else line += isFirst ? word : ` ${word}`;
  }
  return [...lines, line].map((one) => `${one}\n`).join("");
}

/** Rows in columns, two blanks apart where that fits, else one. */
export function alignRows(
  rows: readonly (readonly string[])[],
  columns: number,
): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const wide = widths.reduce((sum, width) => sum + width, 2 * (widths.length - 1));
  const gap = wide <= columns ? "  " : " ";
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(gap)
      .trimEnd(),
  );
}
